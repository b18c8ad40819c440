/// The children of a node under construction.
struct Children {
  let parent: NodeID
  private var last = NodeID.none

  init(of parent: NodeID) { self.parent = parent }

  /// Goes on behind the children that `parent` has in `tree`.
  init(behindThoseOf parent: NodeID, in tree: Tree) {
    self.parent = parent
    var next = NodeID(tree[parent].payload)
    while next != .none { (last, next) = (next, NodeID(tree[next].sibling)) }
  }

  /// True if there is none so far.
  @inline(__always)
  var isEmpty: Bool { last == .none }

  @inline(__always)
  mutating func append(_ child: NodeID, as role: Node.Role, in tree: Tree) {
    tree[child].role = role
    if last == .none {
      tree[parent].payload = child.index
    } else {
      tree[last].sibling = child.index
    }
    last = child
  }
}

extension Tree {
  /// Moves the statements of the file `other` after the first `place` ones of `file`.
  func move(statementsOf other: NodeID, into file: NodeID, behind place: Int) {
    guard self[other].payload != 0 else { return }
    let first = NodeID(self[other].payload)
    var last = first
    while self[last].sibling != 0 { last = NodeID(self[last].sibling) }
    var former = NodeID(self[file].payload)
    if place == 0 || former == .none {
      self[last].sibling = former.index
      self[file].payload = first.index
    } else {
      for _ in 1..<place where self[former].sibling != 0 {
        former = NodeID(self[former].sibling)
      }
      self[last].sibling = self[former].sibling
      self[former].sibling = first.index
    }
    self[other].payload = 0
  }
}
