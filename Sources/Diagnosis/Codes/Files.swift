// Files: what a script uses and what the tool reads and writes.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The page of a code is its documentation.

extension DiagnosticCode {
  /// The codes of this family.
  static let files: [DiagnosticCode] = [
    .fileNotFound, .fileUnreadable, .importCycle, .importOutsideRoot, .tooManyImports,
    .nameNotInFile, .cannotWrite, .soundFormat, .soundLength,
  ]

  public static let fileNotFound = DiagnosticCode(
    501, "file not found",
    """
    There is no file of this name. Names after 'use' and 'sound' are relative to the folder of the \
    file that contains them, and capital letters matter. Correct the name, or move the file to \
    that folder.
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
    A file cannot use itself, and two files cannot use each other, directly or through a third: \
    there would be no order in which to read them. Move what both need into another file and let \
    both use that.
    """,
    wrong: "use \"example.dock\" (nod)",
    right: "use \"gestures.dock\" (nod)")

  public static let importOutsideRoot = DiagnosticCode(
    504, "file outside the script's folder",
    """
    A script can read only files in its own folder and in the folders below; links to other places \
    are refused, too. So a script of somebody else cannot read the rest of your disk. Copy the \
    file into the folder, or name a folder above both with '--root'.
    """,
    wrong: "use \"../gestures.dock\" (nod)",
    right: "use \"gestures.dock\" (nod)")

  public static let tooManyImports = DiagnosticCode(
    505, "too many files",
    """
    A program may have 64 files, and a chain in which one file uses the next may be 16 files long. \
    That is enough for choreography, and it keeps files that use each other in a circle from \
    filling the memory. Join small files into larger ones.
    """)

  public static let nameNotInFile = DiagnosticCode(
    506, "file does not declare the name",
    """
    The file was found and read, but it does not declare the name that is asked for. The message \
    lists the names that it declares. Correct the name, or declare it in that file.
    """,
    wrong: "use \"gestures.dock\" (nodd)",
    right: "use \"gestures.dock\" (nod)")

  public static let cannotWrite = DiagnosticCode(
    507, "file that cannot be written",
    """
    The system does not let the result be written: the folder may be missing, its permissions may \
    forbid it, or the disk may be full. Files are written whole or not at all, so what was there \
    before is still there. Choose another place or make room, and try again. A file that the \
    command itself reads, under any of its names, is never replaced by its result: choose another \
    name.
    """)

  public static let soundFormat = DiagnosticCode(
    508, "sound that is not a WAV file with plain samples",
    """
    'sound' plays WAV files whose samples are PCM or floating-point numbers, at any rate and with \
    any number of channels. How long such a file lasts stands in its header, to the sample; other \
    formats would have to be decoded. Convert the file, as with 'ffmpeg -i chime.mp3 chime.wav'.
    """,
    wrong: "sound \"chime.mp3\"",
    right: "sound \"chime.wav\"")

  public static let soundLength = DiagnosticCode(
    509, "sound whose length is not known",
    """
    A sound lasts exactly as long as its file, and the header of a WAV file gives that length. In \
    this file the header does not give it, gives more than the file has, or contradicts itself. \
    That happens when a program writes to a pipe, or is stopped while it writes. Write the file \
    again, as with 'ffmpeg -i chime.wav new.wav', and use the new one.
    """)
}
