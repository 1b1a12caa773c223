internal import Basics
internal import Foundation
@_spi(Reflection) internal import Swift

/// A type whose values are plain: those of the standard library and Foundation, and structs of such values.
///
/// Two values of a plain type with the same bytes, one of which is kept, have the same text:
///
/// - A number, `Date`, `UUID` or `Decimal` is its bytes.
/// - A `String`, `URL`, `Array`, `Set` or `Dictionary` is its bytes, and memory that they refer to. The kept value owns that
///   memory, too. So it stays at its address, and it is not changed: an owner that is not the only one makes a copy first.
///   What the elements of a collection refer to has the same owners, if they are plain.
/// - A struct is its fields. The bytes between them are undefined, and do not count. Those of an optional all count, which
///   finds differences that mean nothing, but misses none.
/// - An enumeration of one byte cannot refer to anything.
///
/// So the values are equal in all that their `encode(to:)` can read, if it reads nothing else.
///
/// Other types are not plain: objects and closures, whose variables can change. `any …`, which can hold an object. Pointers,
/// and `Data`, which may stand for memory of others. Tuples and larger enumerations, whose fields are not searched. Types of
/// C, whose bit fields and unions are not known here.
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
      if _mangledTypeName(type)?.hasPrefix("So") == true { return false }  // a type of C
      var end = 0
      let arePlain = _forEachField(of: type) { _, fieldOffset, field, _ in
        // Fields follow each other, without more space than their alignment needs. So none is left out.
        let (size, alignment) = Self.layout(of: field)
        guard fieldOffset == (end + alignment - 1) / alignment * alignment else { return false }
        end = fieldOffset + size
        return isPlain(field, at: offset + fieldOffset)
      }
      // A module can be compiled without reflection. Its structs seem to have no fields.
      return arePlain && end == Self.layout(of: type).size
    case MetadataKind.enumeration: return Self.layout(of: type).size <= 1 && add(type, at: offset)
    default: return false
    }
  }

  private mutating func add(_ type: Any.Type, at offset: Int) -> Bool {
    let end = offset + Self.layout(of: type).size
    if let last = bytes.last, last.upperBound == offset {
      bytes[bytes.count - 1] = last.lowerBound..<end
    } else {
      bytes.append(offset..<end)
    }
    return true
  }

  private static func layout(of type: Any.Type) -> (size: Int, alignment: Int) {
    func layout<T>(_: T.Type) -> (size: Int, alignment: Int) { (MemoryLayout<T>.size, MemoryLayout<T>.alignment) }
    return _openExistential(type, do: layout)
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
