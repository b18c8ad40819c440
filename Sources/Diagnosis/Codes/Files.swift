// Files: what a script uses and what the tool reads and writes.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let files: [DiagnosticCode] = [
    .fileNotFound, .fileUnreadable, .importCycle, .importOutsideRoot, .tooManyImports,
    .nameNotInFile, .cannotWrite,
  ]

  public static let fileNotFound = DiagnosticCode(
    501, "file not found",
    """
    There is no file of this name. Names behind 'use' are relative to the folder of the file that \
    says so, and capital letters count. Correct the name, or put the file where it is looked for.
    """,
    wrong: "use \"gesture.dock\" (nod)",
    right: "use \"gestures.dock\" (nod)")

  public static let fileUnreadable = DiagnosticCode(
    502, "file that cannot be read",
    """
    The file is there, but the system does not let it be read: it may be a folder, its \
    permissions may forbid it, or the disk may be failing. The message repeats what the system \
    says. Nothing was changed; make the file readable and try again.
    """)

  public static let importCycle = DiagnosticCode(
    503, "files that use each other",
    """
    A file cannot use itself, nor a file that uses it in turn, directly or by a detour: it could \
    not be said which of them is read first. Move what both need into a third file and let both \
    use that.
    """,
    wrong: "use \"example.dock\" (nod)",
    right: "use \"gestures.dock\" (nod)")

  public static let importOutsideRoot = DiagnosticCode(
    504, "file outside the script's folder",
    """
    A script reaches only files in its own folder and in the folders below, not even through \
    links, so that running somebody's script cannot read the rest of the disk. Copy the file into \
    the folder, or name a folder above both with '--root'.
    """,
    wrong: "use \"../gestures.dock\" (nod)",
    right: "use \"gestures.dock\" (nod)")

  public static let tooManyImports = DiagnosticCode(
    505, "too many files",
    """
    A program may have 64 files, and a chain in which one file uses the next may be 16 long. That \
    is ample for choreography and keeps a program that goes round in circles from filling the \
    memory. Join small files into larger ones.
    """)

  public static let nameNotInFile = DiagnosticCode(
    506, "file does not declare the name",
    """
    The file is found and read, but it declares nothing of the name that is asked for. The \
    message lists what it does declare. Correct the name, or declare it there.
    """,
    wrong: "use \"gestures.dock\" (nodd)",
    right: "use \"gestures.dock\" (nod)")

  public static let cannotWrite = DiagnosticCode(
    507, "file that cannot be written",
    """
    The system does not let the result be written: the folder may be missing, its permissions may \
    forbid it, or the disk may be full. Files are written whole or not at all, so what was there \
    before is still there. Choose another place or make room, and try again.
    """)
}
