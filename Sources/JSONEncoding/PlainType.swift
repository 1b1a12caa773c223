internal import Basics
internal import Foundation

/// A type whose values are plain: those of the standard library and Foundation, and structs of such values.
///
/// Two values of a plain type that are the same memory are equal for as long as both exist. What they refer to, such as
/// the characters of a long string, has two owners then, and is copied before it is changed. That does not hold for
/// objects, for closures, for values whose type is not known before they are there (`any …`), and for `Data`, which may
/// stand for memory of others.
struct PlainType: Sendable {
  /// The bytes of a value that mean something. Those between are undefined.
  let bytes: [Range<Int>]

  private static let known = Locked<[ObjectIdentifier: PlainType?]>([:])

  /// Returns nil if a type is not plain.
  static func of(_ type: Any.Type) -> PlainType? {
    let id = ObjectIdentifier(type)
    if let found = known.withLock({ $0[id] }) { return found }
    var search = PlainTypeSearch()
    let found = search.isPlain(type, at: 0) ? PlainType(bytes: search.bytes) : nil
    known.withLock { $0[id] = .some(found) }
    return found
  }
}

private struct PlainTypeSearch {
  private(set) var bytes: [Range<Int>] = []
  /// The types that are being searched, which may contain arrays of themselves.
  private var outer: Set<ObjectIdentifier> = []
  /// Limits generic types that contain arrays of new types without end.
  private static let maxLevels = 32

  /// Adds the bytes of a type's values at an offset, if it is plain.
  mutating func isPlain(_ type: Any.Type, at offset: Int) -> Bool {
    if Self.leaves.contains(ObjectIdentifier(type)) { return add(type, at: offset) }
    guard outer.insert(ObjectIdentifier(type)).inserted else { return add(type, at: offset) }
    if outer.count > Self.maxLevels { return false }
    defer { outer.remove(ObjectIdentifier(type)) }
    if let wrapper = type as? any Wrapper.Type {
      var contents = PlainTypeSearch()
      contents.outer = outer
      return wrapper.contents.allSatisfy { contents.isPlain($0, at: 0) } && add(type, at: offset)
    }
    switch swift_getMetadataKind(type) {
    case MetadataKind.structure:
      // Reflection leaves out bit fields and unions of C.
      if _mangledTypeName(type)?.hasPrefix("So") == true { return false }
      var end = offset
      for index in 0..<swift_reflectionMirror_recursiveCount(type) {
        var field = FieldMetadata()
        let fieldType = swift_reflectionMirror_recursiveChildMetadata(
          type, index: index, metadata: &field)
        field.freeName?(field.name)
        let fieldOffset = offset + swift_reflectionMirror_recursiveChildOffset(type, index: index)
        if !isPlain(fieldType, at: fieldOffset) { return false }
        end = max(end, fieldOffset + Self.size(of: fieldType))
      }
      // A module can be compiled without reflection. Its structs seem to have no fields.
      return end == offset + Self.size(of: type)
    case MetadataKind.enumeration:
      // One byte cannot refer to anything.
      return Self.size(of: type) <= 1 && add(type, at: offset)
    default: return false
    }
  }

  private mutating func add(_ type: Any.Type, at offset: Int) -> Bool {
    let end = offset + Self.size(of: type)
    if let last = bytes.last, last.upperBound == offset {
      bytes[bytes.count - 1] = last.lowerBound..<end
    } else {
      bytes.append(offset..<end)
    }
    return true
  }

  private static func size(of type: Any.Type) -> Int {
    func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
    return _openExistential(type, do: size)
  }

  private static let leaves: Set<ObjectIdentifier> = {
    let types: [Any.Type] = [
      Bool.self, String.self, Float.self, Double.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self,
      Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
      Date.self, Decimal.self,
      URL.self, UUID.self,
    ]
    return Set(types.map { ObjectIdentifier($0) })
  }()
}

/// A type that is plain if those of its contents are.
private protocol Wrapper {
  static var contents: [Any.Type] { get }
}

extension Optional: Wrapper { static var contents: [Any.Type] { [Wrapped.self] } }
extension Array: Wrapper { static var contents: [Any.Type] { [Element.self] } }
extension Set: Wrapper { static var contents: [Any.Type] { [Element.self] } }
extension Dictionary: Wrapper { static var contents: [Any.Type] { [Key.self, Value.self] } }
