internal import Basics
internal import Foundation
internal import Glibc

/// Where a type's values have in memory what they consist of, without padding. Values with the same bytes there are the same.
///
/// Texts and collections are compared by their storage: nothing changes storage that two values share. Types with objects,
/// closures or pointers have no layout, because what these lead to may change, nor have enumerations with large payloads.
/// `==` would not do: apps write their own, which may compare ids only, and it takes -0 for 0, and é for e with an accent.
struct ValueLayout: Sendable {
  private let ranges: [Range<Int>]

  private static let layouts = ByAddress<ValueLayout?>()
  /// Values of Foundation.
  private static let known: [Any.Type] = [Date.self, Data.self, URL.self, UUID.self, Decimal.self]
  /// How many values in a row may be gone. If there are more, those behind them count as changed.
  private static let maxGone = 8

  /// Returns the layout of a type; nil if it has none.
  static func of(_ type: Any.Type) -> ValueLayout? {
    layouts.value(of: type) {
      var outer: Set<ObjectIdentifier> = []
      return ranges(of: type, in: &outer).map { ValueLayout(ranges: $0) }
    }
  }

  /// Finds the values of an array that are as they were, in runs. Not generic, which would take twice as long.
  func unchanged(
    in new: UnsafeRawBufferPointer, since old: UnsafeRawBufferPointer, stride: Int
  ) -> [(index: Int, oldIndex: Int, count: Int)] {
    guard let newStart = new.baseAddress, let oldStart = old.baseAddress else { return [] }
    let (newCount, oldCount) = (new.count / stride, old.count / stride)
    if newStart == oldStart, newCount == oldCount { return [(0, 0, newCount)] }
    var found: [(index: Int, oldIndex: Int, count: Int)] = []
    var (index, oldIndex, changed) = (0, 0, 0)
    while index < newCount {
      func same(_ place: Int) -> Int {
        var count = 0
        while index + count < newCount, place + count < oldCount,
          isSame(newStart + (index + count) * stride, oldStart + (place + count) * stride)
        { count += 1 }
        return count
      }
      // Values before it have changed, or were put in, or some are gone.
      let places = (-1...Self.maxGone).lazy.map { oldIndex + ($0 < 0 ? changed : $0) }
      if let run = places.map({ (place: $0, count: same($0)) }).first(where: { $0.count > 0 }) {
        found.append((index, run.place, run.count))
        (index, oldIndex, changed) = (index + run.count, run.place + run.count, 0)
      } else {
        (index, changed) = (index + 1, changed + 1)
      }
    }
    return found
  }

  @inline(__always)
  private func isSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> Bool {
    for range in ranges where memcmp(first + range.lowerBound, second + range.lowerBound, range.count) != 0 {
      return false
    }
    return true
  }

  /// - Parameter outer: The types whose values contain those of this type.
  private static func ranges(of type: Any.Type, in outer: inout Set<ObjectIdentifier>) -> [Range<Int>]? {
    func memory<Value>(_: Value.Type) -> (size: Int, isTrivial: Bool) { (MemoryLayout<Value>.size, _isPOD(Value.self)) }
    let (size, isTrivial) = _openExistential(type, do: memory)
    let isKnown = type is any EncodedScalar.Type || known.contains { $0 == type }
    // A type that contains itself does so in a collection.
    guard !isKnown, outer.insert(ObjectIdentifier(type)).inserted else { return [0..<size] }
    defer { outer.remove(ObjectIdentifier(type)) }
    if let type = type as? any ValueContainer.Type {
      return type.parts.allSatisfy { ranges(of: $0, in: &outer) != nil } ? [0..<size] : nil
    }
    return switch swift_getMetadataKind(type) {
    case MetadataKind.structure: fields(of: type, size, in: &outer)
    // There is no room for a pointer.
    case MetadataKind.enumeration: isTrivial && size < MemoryLayout<Int>.size ? [0..<size] : nil
    default: nil
    }
  }

  private static func fields(of type: Any.Type, _ size: Int, in outer: inout Set<ObjectIdentifier>) -> [Range<Int>]? {
    if _typeName(type).hasPrefix("__C.") { return nil }  // It may have fields that Swift does not know.
    var found: [Range<Int>] = []
    for index in 0..<swift_reflectionMirror_recursiveCount(type) {
      var field = FieldMetadata()
      let fieldType = swift_reflectionMirror_recursiveChildMetadata(type, index: index, metadata: &field)
      field.freeName?(field.name)
      guard field.isStrong, let ranges = ranges(of: fieldType, in: &outer) else { return nil }
      let offset = swift_reflectionMirror_recursiveChildOffset(type, index: index)
      for range in ranges where !range.isEmpty {
        let isNext = found.last?.upperBound == range.lowerBound + offset
        let start = isNext ? found.removeLast().lowerBound : range.lowerBound + offset
        found.append(start..<range.upperBound + offset)
      }
    }
    return found.last?.upperBound ?? 0 == size ? found : nil
  }
}

/// A value that consists of others.
private protocol ValueContainer {
  static var parts: [Any.Type] { get }
}

extension Optional: ValueContainer { fileprivate static var parts: [Any.Type] { [Wrapped.self] } }
extension Array: ValueContainer { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension Set: ValueContainer { fileprivate static var parts: [Any.Type] { [Element.self] } }
extension Dictionary: ValueContainer { fileprivate static var parts: [Any.Type] { [Key.self, Value.self] } }
