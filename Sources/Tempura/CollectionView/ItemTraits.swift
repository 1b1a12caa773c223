internal import Basics
internal import Glibc
internal import TempuraUI

/// The operations that the models of a list support, by their type. Not generic, because to look such a type up takes as long
/// as some of the operations.
struct ItemTraits: @unchecked Sendable {
  // Safe because all properties are constant types.

  private static let known = ByAddress<ItemTraits>()

  // Each is the type of the items, or nil if that does not conform.
  private let identifiable: (any Identifiable.Type)?
  private let equatable: (any Equatable.Type)?
  private let both: (any (Equatable & Identifiable).Type)?

  /// The traits of a type.
  static func of(_ type: Any.Type) -> ItemTraits { known.value(of: type) { ItemTraits(type) } }

  private init(_ type: Any.Type) {
    identifiable = type as? any Identifiable.Type
    equatable = type as? any Equatable.Type
    both = type as? any (Equatable & Identifiable).Type
  }

  var haveIdentities: Bool { identifiable != nil }

  /// Returns the identity of a model, escaped for ids. Nil if the type is not `Identifiable`.
  func identity<Item>(of item: Item) -> String? { identifiable.map { Self.identity(of: item, as: $0) } }

  private static func identity<Item, Model: Identifiable>(of item: Item, as type: Model.Type) -> String {
    // Safe because both are the same type. A cast that looks for that takes longer.
    let id = unsafeBitCast(item, to: type).id
    return ItemIdentity.escaped(id as? String ?? String(describing: id))
  }

  /// Returns the first index of a range at which two lists have different models. If the type is not `Equatable`, all are
  /// different. One call for all rows is faster than one for each.
  func firstChange<Item>(in range: Range<Int>, of old: [Item], _ new: [Item]) -> Int? {
    if let both { return Self.firstChange(in: range, of: old, new, as: both) }
    if let equatable { return Self.firstChange(in: range, of: old, new, as: equatable) }
    return range.lowerBound < min(old.count, new.count) ? range.lowerBound : nil
  }

  private static func firstChange<Item, Model: Equatable & Identifiable>(
    in range: Range<Int>, of old: [Item], _ new: [Item], as type: Model.Type
  ) -> Int? {
    firstIndex(in: range, of: models(old, as: type), models(new, as: type)) { $0 != $1 || $0.id != $1.id }
  }

  private static func firstChange<Item, Model: Equatable>(
    in range: Range<Int>, of old: [Item], _ new: [Item], as type: Model.Type
  ) -> Int? {
    firstIndex(in: range, of: models(old, as: type), models(new, as: type)) { $0 != $1 }
  }

  private static func models<Item, Model>(_ items: [Item], as type: Model.Type) -> [Model] {
    unsafeBitCast(items, to: [Model].self)  // Safe because both are the same type.
  }

  /// Whether two models are equal. False if the type is not `Equatable`.
  func areEqual<Item>(_ left: Item, _ right: Item) -> Bool {
    equatable.map { Self.areEqual(left, right, as: $0) } ?? false
  }

  private static func areEqual<Item, Model: Equatable>(_ left: Item, _ right: Item, as type: Model.Type) -> Bool {
    unsafeBitCast(left, to: type) == unsafeBitCast(right, to: type)  // Safe because both are the same type.
  }

  /// Compares without a copy, because there may be many models to copy.
  private static func firstIndex<Model>(
    in range: Range<Int>, of old: [Model], _ new: [Model], where differ: (borrowing Model, borrowing Model) -> Bool
  ) -> Int? {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let (start, end) = (range.lowerBound, min(range.upperBound, old.count, new.count))
        guard start < end, let olds = old.baseAddress, let news = new.baseAddress else { return nil }
        // Most models have the same bytes as before, and to compare bytes is 20 times as fast. A type whose values may
        // differ from themselves, because it wants to be updated each time, is compared by its operator only.
        let isReflexive = !differ(new[start], new[start])
        for index in start..<end {
          if isReflexive, memcmp(olds + index, news + index, MemoryLayout<Model>.size) == 0 { continue }
          if differ(old[index], new[index]) { return index }
        }
        return nil
      }
    }
  }
}
