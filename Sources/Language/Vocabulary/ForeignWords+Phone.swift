import Vocabulary

extension ForeignWords {
  static let moods = entries(of: Mood.self)

  static let eyes = [
    Entry("ahead forward front straight middle home", "center", "eyes at rest are 'center'"),
    Entry("wink close closed shut", "blink", "eyes close and open again by 'blink'"),
    Entry(
      "track watch lookat look person at on to", "follow person",
      "eyes follow a person by 'follow person'"),
  ]

  static let camera = [
    Entry("switch swap selfie front back", "flip", "'camera flip' takes the one on the other side"),
    Entry("picture snapshot snap shoot capture image", "photo", "a picture is taken by 'photo'"),
    Entry("video film rec recording", "record start", "a film is begun by 'record start'"),
    Entry("start", "record start", "a film is begun by 'record start'"),
    Entry("stop", "record stop", "a film is ended by 'record stop'"),
    Entry("resolution size fps", "format", "the size of pictures is their 'format'"),
  ]

  static let subjects = [
    Entry(
      "speaker talker speaking whoever", "person speaking", "who speaks is 'person speaking'"),
    Entry("nobody noone nothing off", "none", "'select none' follows nobody"),
    Entry(
      "me him her them human people everyone anyone somebody someone face faces user", "person",
      "a human being is a 'person'"),
    Entry("thing item something", "object", "a thing is an 'object'"),
  ]

  static let faults = entries(of: FaultName.self)

  static let recording = [
    Entry("begin on", "start", "a film is begun by 'start'"),
    Entry("end off finish", "stop", "a film is ended by 'stop'"),
    Entry("switch flip", "toggle", "a film is begun or ended by 'toggle'"),
  ]
}
