// What the statements of the phone say; each is the `detail` of its node.

/// What `face` says: the `flags` of its node are a mood, by its number in the table of moods.
package enum FaceChange: UInt8 {
  case mood, next, random, restless
}

/// What `camera` says.
package enum CameraChange: UInt8 {
  case flip, photo, recordStart, recordStop, recordToggle, zoomTo, zoomBy, format, crop
  /// A recording that lasts as long as a block.
  case recordBlock
}

/// Whom `select` and `eyes follow` mean: the `flags` of their nodes, which may have a name.
package enum SubjectWord: UInt8 {
  case person, speaker, object
}
