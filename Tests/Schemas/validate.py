"""Holds JSON files to a schema with a validator that is not ours (PyPI `jsonschema`).

    validate.py SCHEMA FILE...

Exits 1 if a file is not JSON or not what the schema says, if no file is given, if the schema is
none, or if the package is missing.
"""

import json
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    sys.exit("validate.py: the Python package 'jsonschema' is missing")


def refuse(text):
    raise ValueError(f"{text} is not JSON")


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key occurs twice among {keys}")
    return dict(pairs)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse, object_pairs_hook=unique)


def errors(validator, path):
    try:
        document = load(path)
    except (OSError, ValueError) as error:
        return [f"{path}: {error}"]
    return [f"{path}: {error.json_path}: {error.message[:500]}"
            for error in validator.iter_errors(document)]


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: validate.py SCHEMA FILE...")
    schema = load(sys.argv[1])
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    found = [error for path in sys.argv[2:] for error in errors(validator, path)]
    print(*found, sep="\n", file=sys.stderr, end="\n" if found else "")
    print(f"{len(sys.argv) - 2} files, {len(found)} errors")
    sys.exit(1 if found else 0)


main()
