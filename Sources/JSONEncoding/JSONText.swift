/// A JSON text in progress, and the encoder or container that may write next.
///
/// The text has no place for what another one writes. If another one writes, the value is left to `JSONEncoder`. The
/// text goes on, so that the value's code runs as usual.
struct JSONText: ~Copyable {
  /// An encoder or a container, and the number of arrays and objects around it.
  struct Place {
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

  private var buffer = JSONBuffer()

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

  /// Notes that the value must be encoded by `JSONEncoder`.
  mutating func leaveToJSONEncoder() { isLeftToJSONEncoder = true }

  /// The text in UTF-8; nil if the value is left to `JSONEncoder`.
  var bytes: [UInt8]? { isLeftToJSONEncoder ? nil : buffer.bytes }

  /// The number of bytes.
  var count: Int { buffer.count }

  // MARK: - Values

  /// The state to restore when a value ends.
  struct ValueStart {
    /// The place of the value's encoder.
    let place: Place
    fileprivate let outerDepth: Int
    fileprivate let turn: UInt32
  }

  /// Begins a value that writes itself.
  mutating func beginValue() -> ValueStart {
    let (outerDepth, turn) = (outerDepth, turn)
    self.outerDepth = levels.count
    return ValueStart(place: newPlace(), outerDepth: outerDepth, turn: turn)
  }

  mutating func endValue(_ start: ValueStart) {
    if turn == start.place.id {  // It has written nothing.
      if start.place.id == 1 { leaveToJSONEncoder() }  // That is an error of the outermost value.
      append("{}")
    }
    close(to: outerDepth)
    (outerDepth, turn) = (start.outerDepth, start.turn)
  }

  /// - Returns: False for an infinite number, or NaN.
  @inline(__always)
  mutating func append<Scalar: JSONScalar>(_ scalar: Scalar) -> Bool {
    if scalar.append(to: &buffer) { return true }
    leaveToJSONEncoder()
    return false
  }

  /// Appends a value that is JSON already.
  mutating func append(_ json: String) { buffer.append(json) }

  /// Appends values that are JSON already.
  mutating func append(_ json: UnsafeBufferPointer<UInt8>) { buffer.append(json) }

  // MARK: - Encoders and containers

  private mutating func newPlace() -> Place {
    lastID &+= 1
    turn = lastID
    return Place(id: lastID, depth: UInt32(truncatingIfNeeded: levels.count))
  }

  /// Uses the turn of an encoder, which writes one value.
  mutating func takeTurn(of place: Place) {
    if turn != place.id { leaveToJSONEncoder() }
    turn = 0
  }

  /// Begins an array or an object, and returns the place of its container.
  mutating func open(_ kind: Kind) -> Place {
    buffer.append(kind == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
    let place = newPlace()
    levels.append(Level(id: place.id, kind: kind, names: ElementNames(from: names.count)))
    return place
  }

  /// Begins the next element of an array.
  ///
  /// - Parameter number: The number of elements that the container has begun.
  mutating func beginElement(of place: Place, after number: Int) {
    guard isOpen(place) else { return }
    let index = levels.count - 1
    // Copies of a container have numbers of their own.
    if number != levels[index].count { leaveToJSONEncoder() }
    if number > 0 { buffer.append(UInt8(ascii: ",")) }
    levels[index].count += 1
  }

  /// Begins elements of an array that are appended as one text.
  mutating func beginElements(_ number: Int, of place: Place) {
    beginElement(of: place, after: levels.last?.count ?? 0)
    levels[levels.count - 1].count += number - 1
  }

  /// Begins the next element of an object.
  mutating func beginElement(of place: Place, named name: String) {
    guard isOpen(place) else { return }
    let index = levels.count - 1
    if levels[index].count > 0 { buffer.append(UInt8(ascii: ",")) }
    levels[index].count += 1
    let hash = buffer.append(quoted: name)
    buffer.append(UInt8(ascii: ":"))
    // Of elements with the same name, `JSONEncoder` writes the last one.
    if !levels[index].names.insert(name, hash: hash, into: &names) { leaveToJSONEncoder() }
  }

  /// Begins the next element of an object. Coding paths may contain its key.
  mutating func beginElement(of place: Place, named name: String, key: some CodingKey) {
    beginElement(of: place, named: name)
    if !levels.isEmpty { levels[levels.count - 1].key = key }
  }

  /// Returns whether the next element of a container can be written now.
  private mutating func isOpen(_ place: Place) -> Bool {
    if turn == place.id { return true }
    let depth = Int(place.depth)
    guard depth >= outerDepth, depth < levels.count, levels[depth].id == place.id else {
      leaveToJSONEncoder()
      return false
    }
    close(to: depth + 1)  // The containers that were nested in this one are complete.
    turn = place.id
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

  /// Returns the place of an encoder for a part of the value that may be written at any time.
  mutating func superEncoderPlace() -> Place {
    leaveToJSONEncoder()
    return newPlace()
  }

  /// Returns the keys and indices that lead to a place.
  mutating func codingPath(of place: Place) -> [any CodingKey] {
    leaveToJSONEncoder()  // The value may write it, and the types of the keys differ from those of `JSONEncoder`.
    return levels.prefix(Int(place.depth)).compactMap { level in
      level.kind == .array ? ElementKey(intValue: level.count - 1) : level.key
    }
  }
}
