/// A JSON text in progress, and the encoder or container that may write next.
///
/// The text has no room for what another one writes. If another one writes, the value is left to `JSONEncoder`. The
/// text goes on, so that the value's code runs as usual.
struct JSONText: ~Copyable {
  /// An encoder or a container, and the number of arrays and objects around it.
  struct Position {
    fileprivate let id: UInt32
    fileprivate let depth: UInt32
  }

  /// An array or object whose end is not written yet.
  private struct Level {
    let id: UInt32
    let kind: Kind
    /// The number of elements that were begun.
    var count = 0
    /// The names of an object's elements.
    var names: ElementNames
    /// The key of an object's last element that is not a scalar, for coding paths.
    var key: (any CodingKey)?
  }

  enum Kind { case array, object }

  private var buffer: JSONBuffer

  /// Whether this may differ from the text of `JSONEncoder`.
  private var isLeftToJSONEncoder = false

  /// The arrays and objects around the next byte, the outermost one first.
  private var levels: [Level] = []
  /// The names in all of them.
  private var names: [String] = []
  /// The number of levels around the value that is being encoded. It cannot write into them.
  private var outerDepth = 0
  /// The id of the encoder or container that can write; 0 if none can.
  private var turn: UInt32 = 0
  private var lastID: UInt32 = 0

  /// - Parameter capacity: The expected number of bytes.
  init(capacity: Int) { buffer = JSONBuffer(capacity: capacity) }

  /// Notes that the value must be encoded by `JSONEncoder`.
  mutating func leaveToJSONEncoder() { isLeftToJSONEncoder = true }

  /// The number of bytes until now.
  var count: Int { buffer.count }

  /// The text in UTF-8; nil if the value is left to `JSONEncoder`.
  var bytes: [UInt8]? { isLeftToJSONEncoder ? nil : buffer.bytes() }

  /// Appends spaces.
  mutating func pad(to end: Int) {
    while buffer.count < end { buffer.append(UInt8(ascii: " ")) }
  }

  // MARK: - Values

  /// The state to restore when a value ends.
  struct ValueStart {
    /// The position of the value's encoder.
    let position: Position
    fileprivate let outerDepth: Int
    fileprivate let turn: UInt32
  }

  /// Begins a value that writes itself.
  mutating func beginValue() -> ValueStart {
    let (outerDepth, turn) = (outerDepth, turn)
    self.outerDepth = levels.count
    return ValueStart(position: newPosition(), outerDepth: outerDepth, turn: turn)
  }

  mutating func endValue(_ start: ValueStart) {
    if turn == start.position.id {  // It has written nothing.
      if start.position.id == 1 { leaveToJSONEncoder() }  // That is an error of the outermost value.
      append("{}")
    }
    close(to: outerDepth)
    (outerDepth, turn) = (start.outerDepth, start.turn)
  }

  /// - Returns: False for an infinite number, or NaN.
  @inline(__always)
  mutating func append<Scalar: EncodedScalar>(_ scalar: Scalar) -> Bool {
    if scalar.append(to: &buffer) { return true }
    leaveToJSONEncoder()
    return false
  }

  /// Appends a value that is JSON already.
  mutating func append(_ json: String) { buffer.append(json) }

  // MARK: - Encoders and containers

  private mutating func newPosition() -> Position {
    lastID &+= 1
    turn = lastID
    return Position(id: lastID, depth: UInt32(truncatingIfNeeded: levels.count))
  }

  /// Uses the turn of an encoder, which writes one value.
  mutating func takeTurn(of position: Position) {
    if turn != position.id { leaveToJSONEncoder() }
    turn = 0
  }

  /// Begins an array or an object, and returns the position of its container.
  mutating func open(_ kind: Kind) -> Position {
    buffer.append(kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    let position = newPosition()
    levels.append(Level(id: position.id, kind: kind, names: ElementNames(from: names.count)))
    return position
  }

  /// Begins the next element of an array.
  ///
  /// - Parameter number: The number of elements that the container has begun.
  mutating func beginElement(of position: Position, after number: Int) {
    guard isOpen(position) else { return }
    let index = levels.count - 1
    // Copies of a container have numbers of their own.
    if number != levels[index].count { leaveToJSONEncoder() }
    if number > 0 { buffer.append(UInt8(ascii: ",")) }
    levels[index].count += 1
  }

  /// Appends elements of an array as they were written before, with the commas between them.
  mutating func append(
    _ number: Int, elementsOf position: Position, after index: Int, as json: UnsafeBufferPointer<UInt8>
  ) {
    beginElement(of: position, after: index)
    levels[levels.count - 1].count += number - 1
    buffer.append(json)
  }

  /// Begins the next element of an object.
  mutating func beginElement(of position: Position, named name: String) {
    guard isOpen(position) else { return }
    let index = levels.count - 1
    if levels[index].count > 0 { buffer.append(UInt8(ascii: ",")) }
    levels[index].count += 1
    let hash = buffer.append(quoted: name)
    buffer.append(UInt8(ascii: ":"))
    // Of elements with the same name, `JSONEncoder` writes the last one.
    if !levels[index].names.insert(name, hash: hash, into: &names) { leaveToJSONEncoder() }
  }

  /// Begins the next element of an object. Coding paths may contain its key.
  mutating func beginElement(of position: Position, named name: String, key: some CodingKey) {
    beginElement(of: position, named: name)
    if !levels.isEmpty { levels[levels.count - 1].key = key }
  }

  /// Returns whether the next element of a container can be written now.
  private mutating func isOpen(_ position: Position) -> Bool {
    if turn == position.id { return true }
    let depth = Int(position.depth)
    guard depth >= outerDepth, depth < levels.count, levels[depth].id == position.id else {
      leaveToJSONEncoder()
      return false
    }
    close(to: depth + 1)  // The containers that were nested in this one are complete.
    turn = position.id
    return true
  }

  /// Writes the ends of all arrays and objects but the given number of outermost ones.
  private mutating func close(to depth: Int) {
    while levels.count > depth {
      let level = levels.removeLast()
      buffer.append(level.kind == .array ? UInt8(ascii: "]") : UInt8(ascii: "}"))
      while names.count > level.names.start { names.removeLast() }
    }
  }

  /// Returns the position of an encoder for a part of the value that may be written at any time.
  mutating func superEncoderPosition() -> Position {
    leaveToJSONEncoder()
    return newPosition()
  }

  /// Returns the keys and indices that lead to a position.
  mutating func codingPath(of position: Position) -> [any CodingKey] {
    leaveToJSONEncoder()  // The value may write it, and the types of the keys differ from those of `JSONEncoder`.
    return levels.prefix(Int(position.depth)).compactMap { level in
      level.kind == .array ? ElementKey(intValue: level.count - 1) : level.key
    }
  }
}

/// Finds names that come twice in an object.
///
/// The names of all objects that are being written are in one array, because an array for each would be slow.
struct ElementNames {
  /// Where the names of this object begin in the array. They are the last ones while its elements are written.
  let start: Int
  /// A bit for each name. Several names may have the same bit.
  private var bits: UInt64 = 0
  /// All names of an object with many.
  private var set: Set<String>?

  private static let few = 16

  init(from start: Int) { self.start = start }

  /// Adds a name. The hash is nil if the name has other characters than those of ASCII.
  ///
  /// - Returns: Whether no name of the object is equal.
  mutating func insert(_ name: String, hash: UInt64?, into names: inout [String]) -> Bool {
    if set != nil { return set!.insert(name).inserted }
    if names.count - start == Self.few {
      set = Set(names[start...])
      return set!.insert(name).inserted
    }
    // Strings with other bytes are equal, too, if they mean the same characters: all others are compared with this one.
    let bit = hash.map { 1 << ($0 >> 58) } ?? UInt64.max
    let isNew = bits & bit == 0 || !names[start...].contains(name)
    bits |= bit
    names.append(name)
    return isNew
  }
}
