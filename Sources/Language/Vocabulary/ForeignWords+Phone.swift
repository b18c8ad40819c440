extension ForeignWords {
  static let moods = [
    Entry("neutral default calm plain none", "normal", "a face at rest is 'normal'"),
    Entry("smile smiling glad cheerful", "happy", "a smile is 'happy'"),
    Entry("unhappy crying cry frown", "sad", "a face that frowns is 'sad'"),
    Entry("angry mad furious rage", "anger", "an angry face is 'anger'"),
    Entry("disgusted", "disgust", "a disgusted face is 'disgust'"),
    Entry("afraid scared fearful", "fear", "a face that is afraid is 'fear'"),
    Entry("surprised astonished", "surprise", "a surprised face is 'surprise'"),
    Entry("curious interested", "curiosity", "a curious face is 'curiosity'"),
    Entry("proud", "pride", "a proud face is 'pride'"),
    Entry("ashamed embarrassed", "shame", "a face that is ashamed is 'shame'"),
    Entry("guilty", "guilt", "a guilty face is 'guilt'"),
    Entry("envious jealous", "envy", "a jealous face is 'envy'"),
    Entry("joyful", "joy", "a joyful face is 'joy'"),
    Entry("loving inlove heart", "love", "a face in love is 'love'"),
    Entry("tired asleep sleeping sleep drowsy", "sleepy", "a tired face is 'sleepy'"),
    Entry("thrilled eager", "excited", "an eager face is 'excited'"),
  ]

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

  static let faults = [
    Entry("slow delay delayed lag late", "late", "a call that takes longer is 'late'"),
    Entry("drop lost lose ignored missing", "dropped", "a call without effect is 'dropped'"),
    Entry("refuse rejected reject error throws fails", "refused", "a call fails when 'refused'"),
    Entry("stuck jam jammed blocked stalled", "stall", "motors that do not turn 'stall'"),
    Entry("hang hangs forever", "endless", "what never ends is 'endless'"),
    Entry("undock lifted", "undocked", "the phone is lifted off when 'undocked'"),
  ]

  static let recording = [
    Entry("begin on", "start", "a film is begun by 'start'"),
    Entry("end off finish", "stop", "a film is ended by 'stop'"),
    Entry("switch flip", "toggle", "a film is begun or ended by 'toggle'"),
  ]
}
