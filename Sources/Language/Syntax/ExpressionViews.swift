import Vocabulary

// Expressions: what each is made of.

/// An expression.
@frozen
public struct ExpressionView: ListedView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  /// Creates the view of `view`, which is one.
  @inlinable @inline(__always)
  public init(_ view: NodeView) { self.view = view }

  /// The kind of expression.
  @inlinable @inline(__always)
  public var kind: Node.Kind { view.kind }

  /// The expression with its parts, by its kind.
  @_transparent
  public var form: Expression {
    switch view.kind {
    case .number: .number(NumberView(view))
    case .beats: .beats(BeatsView(view))
    case .size: .size(SizeView(view))
    case .string: .string(StringView(view))
    case .truth: .truth(TruthView(view))
    case .name: .name(NameView(view))
    case .home: .home
    case .pi: .pi
    case .elapsed: .elapsed
    case .peak: .peak(PeakView(view))
    case .negation: .negation(ExpressionView(view.first))
    case .not: .not(ExpressionView(view.first))
    case .binary: .binary(BinaryView(view))
    case .within: .within(WithinView(view))
    case .subject: .subject(SubjectView(view))
    case .apply: .apply(CallView(view))
    case .pose: .pose(PoseView(view))
    case .conditional: .conditional(ConditionalView(view))
    case .member: .member(MemberView(view))
    case .directed: .directed(DirectedView(view))
    default: .unreadable
    }
  }

  /// True if it is a pose of which only the part for one axis is meant: 'pan to home'.
  @inlinable @inline(__always)
  public var isPicked: Bool { view.flags & Node.picked != 0 }

  /// Says that of this pose only the part for one axis is meant.
  func pick() { view.pick() }

  /// The number that it is, if it is one.
  @inlinable @inline(__always)
  public var number: NumberView? { view.kind == .number ? NumberView(view) : nil }

  /// True if it is a number that carries no unit.
  @inlinable @inline(__always)
  public var isBareNumber: Bool { number?.isBare == true }

  /// The name that it is, if it is one.
  @inlinable @inline(__always)
  public var name: NameView? { view.kind == .name ? NameView(view) : nil }

  /// The operation that it is, if it is one.
  @inlinable @inline(__always)
  public var binary: BinaryView? { view.kind == .binary ? BinaryView(view) : nil }

  /// The call that it is, if it is one.
  @inlinable @inline(__always)
  public var apply: CallView? { view.kind == .apply ? CallView(view) : nil }

  /// The value with a direction that it is, if it is one.
  @inlinable @inline(__always)
  public var directed: DirectedView? { view.kind == .directed ? DirectedView(view) : nil }

  /// The operand, if it is a negation.
  @inlinable @inline(__always)
  public var negated: ExpressionView? { view.kind == .negation ? ExpressionView(view.first) : nil }

  /// The pose that it is, if it is one that is written out.
  @inlinable @inline(__always)
  public var pose: PoseView? { view.kind == .pose ? PoseView(view) : nil }

  /// The size that it is, if it is one.
  @inlinable @inline(__always)
  public var size: SizeView? { view.kind == .size ? SizeView(view) : nil }

  /// The part of a pose that it is, if it is one.
  @inlinable @inline(__always)
  public var member: MemberView? { view.kind == .member ? MemberView(view) : nil }
}

/// What an expression is, with its parts.
@frozen
public enum Expression {
  case number(NumberView), beats(BeatsView)
  case size(SizeView), string(StringView), truth(TruthView), name(NameView)
  case home, pi, elapsed, peak(PeakView)
  case negation(ExpressionView), not(ExpressionView), binary(BinaryView), within(WithinView)
  case apply(CallView), subject(SubjectView)
  case pose(PoseView), conditional(ConditionalView), member(MemberView), directed(DirectedView)
  /// None: there was an error, which has been reported.
  case unreadable
}

/// A number that is written out.
@frozen
public struct NumberView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Where it stands in `Tree.numbers`.
  @inlinable @inline(__always)
  public var index: Int { Int(view.node.payload) }

  /// The code of its dimension.
  @inlinable @inline(__always)
  public var dimensionCode: UInt8 { view.detail }

  /// True if it carries no unit.
  @inlinable @inline(__always)
  public var isBare: Bool { view.flags & Node.bare != 0 }
}

/// A size in pixels.
@frozen
public struct SizeView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The width, in pixels.
  @inlinable @inline(__always)
  public var width: ExpressionView { ExpressionView(view.first) }

  /// The height, in pixels.
  @inlinable @inline(__always)
  public var height: ExpressionView { ExpressionView(view.second) }
}

/// A text in quotes.
@frozen
public struct StringView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Where it stands in `Tree.strings`.
  @inlinable @inline(__always)
  public var index: Int { Int(view.node.payload) }
}

/// `true` or `false`.
@frozen
public struct TruthView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// True of `true`.
  @inlinable @inline(__always)
  public var isTrue: Bool { view.detail == 1 }
}

/// A name where it is used.
@frozen
public struct NameView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its symbol; of no use once it has its place.
  package var symbol: Symbol { view.node.payload }

  /// The place of its value, after the checker has resolved it.
  @inlinable @inline(__always)
  public var place: Place { view.place }

  /// Sets the place of its value; the checker does this once.
  func resolve(to place: Place) { view.resolve(to: place) }
}

/// A name where it is declared.
@frozen
public struct LabelView: ListedView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  /// Creates the view of `view`, which is one.
  @inlinable @inline(__always)
  public init(_ view: NodeView) { self.view = view }

  /// Its symbol; of no use once it has its place.
  package var symbol: Symbol { view.node.payload }

  /// The place of its value, after the checker has resolved it.
  @inlinable @inline(__always)
  public var place: Place { view.place }

  /// Sets the place of its value; the checker does this once.
  func resolve(to place: Place) { view.resolve(to: place) }
}

/// The greatest speed of an axis in a run.
@frozen
public struct PeakView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The number of its axis, 0 for pan.
  @inlinable @inline(__always)
  public var axis: UInt8 { view.detail }
}

/// Two operands and the operator between them.
@frozen
public struct BinaryView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The operator.
  @inlinable @inline(__always)
  public var symbol: Operator { unsafeBitCast(view.detail, to: Operator.self) }

  /// The left operand.
  @inlinable @inline(__always)
  public var left: ExpressionView { ExpressionView(view.first) }

  /// The right operand.
  @inlinable @inline(__always)
  public var right: ExpressionView { ExpressionView(view.second) }
}

/// A value and the range in which it is to lie: between two values, or near one.
@frozen
public struct WithinView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// True if it says how near a value is to another, false if it says between which it lies.
  public var isNear: Bool { view.detail == WithinView.near }

  /// The value.
  public var value: ExpressionView { ExpressionView(view.first) }

  /// The lower end of the range, or the value that it is near to.
  public var first: ExpressionView { ExpressionView(view.second) }

  /// The upper end of the range, or how near it is.
  public var second: ExpressionView { ExpressionView(view.third) }

  /// The `detail` of one that says how near a value is.
  static let near: UInt8 = 1
}

/// A choice between two values.
@frozen
public struct ConditionalView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The condition.
  @inlinable @inline(__always)
  public var condition: ExpressionView { ExpressionView(view.first) }

  /// The value if the condition holds.
  @inlinable @inline(__always)
  public var consequence: ExpressionView { ExpressionView(view.second) }

  /// The value if it does not.
  @inlinable @inline(__always)
  public var alternative: ExpressionView { ExpressionView(view.third) }
}

/// The part of a pose for one axis.
@frozen
public struct MemberView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The number of the axis, 0 for pan; or `looking`.
  @inlinable @inline(__always)
  public var axis: UInt8 { view.detail }

  /// What stands in place of an axis if it is how surely somebody looks at the camera.
  static let looking: UInt8 = 3

  /// The pose of which it is an axis, or whose part it is.
  @inlinable @inline(__always)
  public var pose: ExpressionView { ExpressionView(view.first) }
}

/// A value with a direction.
@frozen
public struct DirectedView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// Its value.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }

  /// The direction, by its number in `Direction`.
  package var directionCode: UInt8 { view.detail }

  /// Its direction; nil only if there was an error.
  package var direction: Direction? { Direction(rawValue: view.detail) }
}

/// A pose that is written out.
@frozen
public struct PoseView: SyntaxView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  @inlinable @inline(__always)
  init(_ view: NodeView) { self.view = view }

  /// The axes that it names, and where they are.
  @inlinable @inline(__always)
  public var targets: TargetList { TargetList(view.children) }
}

/// An axis and the value for it, in a pose or in a change of speed.
@frozen
public struct TargetView: ListedView, Sendable {
  /// The node that it reads.
  public let view: NodeView

  /// Creates the view of `view`, which is one.
  @inlinable @inline(__always)
  public init(_ view: NodeView) { self.view = view }

  /// The number of the axis, 0 for pan.
  @inlinable @inline(__always)
  public var axis: UInt8 { view.detail }

  /// Its value.
  @inlinable @inline(__always)
  public var value: ExpressionView { ExpressionView(view.first) }
}
