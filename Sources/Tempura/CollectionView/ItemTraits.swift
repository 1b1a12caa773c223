internal import Glibc
internal import TempuraUI

/// The operations that the models of a list support, by their type.
struct ItemTraits<Item> {
  /// Returns the identity of a model, escaped for ids. Nil if the type is not `Identifiable`.
  let identity: ((Item) -> String)?
  /// Returns the first index, from a start index on, at which two lists have different models. Nil if the type is not
  /// `Equatable`. One call for the whole list is faster than one for each row.
  let firstChange: (([Item], [Item], Int) -> Int?)?
  /// Whether two models are equal. Nil if the type is not `Equatable`.
  let areEqual: ((Item, Item) -> Bool)?

  init() {
    identity = (Item.self as? any Identifiable.Type).flatMap { Self.identity(of: $0) as? (Item) -> String }
    let search =
      (Item.self as? any (Equatable & Identifiable).Type).map { Self.searchWithIdentity(of: $0) }
      ?? (Item.self as? any Equatable.Type).map { Self.search(of: $0) }
    firstChange = search as? ([Item], [Item], Int) -> Int?
    areEqual = (Item.self as? any Equatable.Type).flatMap { Self.equality(of: $0) as? (Item, Item) -> Bool }
  }

  private static func identity<Model: Identifiable>(of type: Model.Type) -> Any {
    { (model: Model) -> String in ItemIdentity.escaped(model.id as? String ?? String(describing: model.id)) }
  }

  private static func search<Model: Equatable>(of type: Model.Type) -> Any {
    { (old: [Model], new: [Model], start: Int) -> Int? in
      firstIndex(from: start, in: old, new) { $0 != $1 }
    }
  }

  private static func searchWithIdentity<Model: Equatable & Identifiable>(of type: Model.Type) -> Any {
    { (old: [Model], new: [Model], start: Int) -> Int? in
      firstIndex(from: start, in: old, new) { $0 != $1 || $0.id != $1.id }
    }
  }

  private static func equality<Model: Equatable>(of type: Model.Type) -> Any {
    { (left: Model, right: Model) -> Bool in left == right }
  }

  /// Compares without a copy, because there may be many models to copy.
  private static func firstIndex<Model>(
    from start: Int, in old: [Model], _ new: [Model], where differ: (borrowing Model, borrowing Model) -> Bool
  ) -> Int? {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        let end = min(old.count, new.count)
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
