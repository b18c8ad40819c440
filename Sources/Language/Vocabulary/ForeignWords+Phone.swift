import Vocabulary

extension ForeignWords {
  static let moods = entries(of: Mood.self)

  static let eyes = [
    Entry(
      "ahead forward front straight middle home", "center",
      "eyes that look straight ahead are 'center'"),
    Entry("wink close closed shut", "blink", "'blink' closes and opens the eyes"),
    Entry(
      "track watch lookat look person at on to", "follow person",
      "'follow person' makes the eyes follow a person"),
  ]

  static let camera = [
    Entry(
      "switch swap selfie front back", "flip",
      "'camera flip' changes to the camera on the other side"),
    Entry("picture snapshot snap shoot capture image", "photo", "'photo' takes a picture"),
    Entry("video film rec recording", "record start", "'record start' begins a recording"),
    Entry("start", "record start", "'record start' begins a recording"),
    Entry("stop", "record stop", "'record stop' ends a recording"),
    Entry("resolution size", "format", "'format' sets the size of pictures"),
  ]

  static let subjects = [
    Entry(
      "speaker talker speaking whoever", "person speaking",
      "the person who speaks is 'person speaking'"),
    Entry("nobody noone nothing off", "none", "'select none' follows nobody"),
    Entry(
      "me him her them human people everyone anyone somebody someone face faces user", "person",
      "a human being is a 'person'"),
    Entry("thing item something", "object", "a thing is an 'object'"),
  ]

  static let faults = entries(of: FaultName.self)

  static let recording = [
    Entry("begin on", "start", "'start' begins a recording"),
    Entry("end off finish", "stop", "'stop' ends a recording"),
    Entry("switch flip", "toggle", "'toggle' begins or ends a recording"),
  ]
}
