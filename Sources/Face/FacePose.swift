import Vocabulary

/// The form of eyes that are open.
enum EyeForm: Equatable, Sendable {
  /// An upright bar of light with lids.
  case bar
  /// Closed by a laugh: an arc that is open at the bottom.
  case arch
  /// Closed in peace: an arc that is open at the top.
  case bowl
  case heart, star
}

/// What the parts of a face do in a mood; lengths are units of `FaceMeasure`.
struct FacePose: Equatable, Sendable {
  /// The form of the eyes.
  var form = EyeForm.bar
  /// The share of an eye that the upper lid hides.
  var lid = 0.0
  /// How much lower the upper lid is at the nose, as a share of the width of an eye.
  var slant = 0.0
  /// The share of an eye that the cheek hides, in the middle of its lower end.
  var cheek = 0.0
  /// How much higher the eye on the left is, as a share of its height, and the other lower.
  var uneven = 0.0
  /// Where the eyes look by themselves: to the right and down.
  var lookX = 0.0
  var lookY = 0.0
  /// How thick the brows are; 0 for none.
  var brow = 0.0
  /// How far the brows are above the eyes.
  var browRise = 1.6
  /// How much lower a brow is at the nose.
  var browSlant = 0.0
  /// How much higher the brow on the left is, and the other lower.
  var browUneven = 0.0
  /// Half the width of the mouth.
  var mouth = 1.5
  /// How much lower the middle of the mouth is than its ends.
  var smile = 0.0
  /// How far the lower lip and the upper lip are from the middle of the mouth.
  var jaw = 0.0
  var lip = 0.0
  /// How much higher the end of the mouth on the right is.
  var smirk = 0.0
  /// How much the mouth is bent like a wave.
  var quiver = 0.0
  /// How large the tear is, and how strong the cheeks shine, from 0 to 1.
  var tear = 0.0
  var blush = 0.0

  /// The numbers that change evenly from one mood to another.
  private static let numbers: [any WritableKeyPath<FacePose, Double> & Sendable] = [
    \.lid, \.slant, \.cheek, \.uneven, \.lookX, \.lookY, \.brow, \.browRise, \.browSlant,
    \.browUneven, \.mouth, \.smile, \.jaw, \.lip, \.smirk, \.quiver, \.tear, \.blush,
  ]

  /// The pose at `share` of the way to `other`; its form is this one's in the first half.
  func toward(_ other: FacePose, _ share: Double) -> FacePose {
    var pose = share < 0.5 ? self : other
    for number in FacePose.numbers {
      pose[keyPath: number] =
        self[keyPath: number] + (other[keyPath: number] - self[keyPath: number]) * share
    }
    return pose
  }
}

extension FacePose {
  /// The pose of a face in `mood`.
  init(_ mood: Mood) {
    switch mood {
    case .normal: self.init(mouth: 1.6, smile: 0.35)
    case .happy: self.init(cheek: 0.42, mouth: 3, smile: 1.9, blush: 0.6)
    case .sad:
      self.init(
        lid: 0.2, slant: -0.75, lookY: 0.5, brow: 0.6, browRise: 1.1, browSlant: -1.1, mouth: 2.2,
        smile: -1.2)
    case .excited: self.init(form: .star, mouth: 3.1, smile: 0.9, jaw: 2.2)
    case .sleepy:
      self.init(
        lid: 0.36, lookY: 0.8, brow: 0.6, browRise: -0.7, browSlant: -0.5, mouth: 0.6, jaw: 0.5,
        lip: 0.5)
    case .anger:
      self.init(
        lid: 0.26, slant: 1, brow: 1, browRise: 0.6, browSlant: 1.9, mouth: 2.7, smile: -0.7)
    case .disgust:
      self.init(
        lid: 0.3, slant: 0.25, cheek: 0.22, uneven: 0.16, brow: 0.6, browRise: 0.6, browSlant: 0.6,
        browUneven: 0.7, mouth: 2.5, smile: -0.4, smirk: -0.3, quiver: 1.3)
    case .fear:
      self.init(
        brow: 0.55, browRise: 2, browSlant: -1.2, mouth: 2.3, smile: -0.2, quiver: 1.5)
    case .surprise: self.init(brow: 0.6, browRise: 1.7, mouth: 1.3, jaw: 1.4, lip: 1.4)
    case .trust: self.init(lid: 0.14, cheek: 0.2, mouth: 2.4, smile: 1, blush: 0.5)
    case .anticipation:
      self.init(lookX: 0.9, lookY: -1, brow: 0.6, browRise: 1.7, mouth: 1.3, smile: 0.5, jaw: 0.9)
    case .joy: self.init(form: .arch, mouth: 3.4, smile: 0.8, jaw: 2.6)
    case .sadness:
      self.init(
        lid: 0.44, slant: -0.7, lookY: 0.9, brow: 0.6, browRise: 0.4, browSlant: -1.4, mouth: 1.8,
        smile: -1.5, tear: 1)
    case .curiosity:
      self.init(
        uneven: 0.16, lookX: -0.5, lookY: -0.2, brow: 0.6, browRise: 1.1, browUneven: 0.5,
        mouth: 0.9, smile: 0.2, jaw: 0.35, smirk: 0.5)
    case .acceptance: self.init(form: .bowl, mouth: 2, smile: 1)
    case .contempt:
      self.init(
        lid: 0.5, lookX: 0.9, brow: 0.7, browRise: 0.6, browUneven: 0.9, mouth: 2.2, smile: 0.35,
        smirk: 1.1)
    case .pride:
      self.init(
        lid: 0.1, cheek: 0.46, lookY: -0.9, brow: 0.7, browRise: 1.2, browSlant: 0.3, mouth: 2.8,
        smile: 1.1, smirk: 0.5)
    case .shame:
      self.init(
        lid: 0.5, slant: -0.45, lookX: -0.7, lookY: 1.6, brow: 0.5, browRise: 0.5,
        browSlant: -0.9, mouth: 1.1, smile: -0.3, quiver: 0.7, blush: 1)
    case .love: self.init(form: .heart, mouth: 2.5, smile: 1.6, blush: 0.8)
    case .guilt:
      self.init(
        lid: 0.24, slant: -0.4, lookX: 1.2, lookY: 0.8, brow: 0.6, browRise: 1.2, browSlant: -1.3,
        browUneven: 0.4, mouth: 1.9, smile: -0.5, smirk: -0.4)
    case .envy:
      self.init(
        lid: 0.5, slant: 0.6, lookX: 1.5, brow: 0.8, browRise: 0.2, browSlant: 1.1, mouth: 2,
        smile: -0.8, smirk: -0.6)
    }
  }
}
