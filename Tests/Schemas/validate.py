"""Holds JSON files to their schemas with a validator that is not ours (PyPI `jsonschema`).

    validate.py FOLDER FILE...

FOLDER has the schemas; the first key of a file says which is its own: that of `dock_cues` is
`cues.schema.json`. A schema may refer to another by its name. Each line of a file `.jsonl` is a
diagnostic.

Exits 1 if a file is not JSON, names no schema or is not what its schema says, if a schema has no
file or is none, or if the package is missing.
"""

import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
except ImportError:
    sys.exit("validate.py: the Python package 'jsonschema' is missing")


def refuse(text):
    raise ValueError(f"{text} is not JSON")


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key occurs twice among {keys}")
    return dict(pairs)


def parse(text):
    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


def load(path):
    return parse(pathlib.Path(path).read_text(encoding="utf-8"))


def documents(path):
    """The documents of a file, each with the key of its schema."""
    if not path.endswith(".jsonl"):
        document = load(path)
        return [(next(iter(document), None), document)]
    lines = pathlib.Path(path).read_text(encoding="utf-8").split("\n")
    return [("dock_diagnostic", parse(line)) for line in lines if line]


def validators(folder):
    """A validator for each schema of `folder`, by the key that a file of it begins with."""
    schemas = {path.name: load(path) for path in sorted(folder.glob("*.schema.json"))}
    registry = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in schemas.items())
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    return {f"dock_{name.removesuffix('.schema.json')}":
            Draft202012Validator(schema, registry=registry) for name, schema in schemas.items()}


def errors(validators, path, counts):
    found = []
    try:
        for key, document in documents(path):
            validator = validators[key]
            counts[key] += 1
            found += [f"{path}: {error.json_path}: {error.message[:500]}"
                      for error in validator.iter_errors(document)]
    except (OSError, ValueError) as error:
        return [f"{path}: {error}"]
    except (KeyError, TypeError):
        return [f"{path}: no schema is named by its first key"]
    return found


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: validate.py FOLDER FILE...")
    known = validators(pathlib.Path(sys.argv[1]))
    counts = dict.fromkeys(known, 0)
    found = [error for path in sys.argv[2:] for error in errors(known, path, counts)]
    found += [f"no file is {key}" for key, count in counts.items() if count == 0]
    print(*found, sep="\n", file=sys.stderr, end="\n" if found else "")
    print(", ".join(f"{count} {key}" for key, count in counts.items()), f"{len(found)} errors",
          sep="; ")
    sys.exit(1 if found or not known else 0)


main()
