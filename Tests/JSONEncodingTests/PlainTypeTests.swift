import Foundation
import Glibc
import Testing

@testable import JSONEncoding

/// The types whose unchanged values have the same bytes in memory.
struct PlainTypeTests {
  private final class Box {}
  private enum Direction { case left, right }
  private enum Payload { case number(Int), none }
  private struct Point { var x, y: Int }
  private struct Line {
    var name: String
    var from: Point
    var direction: Direction?
  }
  private struct Tree { var children: [Tree] }
  private struct With<T> {
    var number: Int
    var value: T
  }
  private struct Strong { var box: Box? }
  private struct Weak { weak var box: Box? }
  private struct Unowned { unowned var box: Box }
  private struct UnownedUnsafe { unowned(unsafe) var box: Box }

  private static let plain: [Any.Type] = [
    Bool.self, Int.self, Double.self, UInt128.self, String.self, Character.self, Date.self, Decimal.self, URL.self,
    UUID.self, Direction.self, Point.self, Line.self, Tree.self, With<Line>.self, With<Range<Int>>.self, Int?.self,
    [Line].self, [[Line?]].self, Set<String>.self, [String: Line].self,
  ]

  private static let others: [Any.Type] = [
    Data.self, With<Data>.self, Box.self, Strong.self, Weak.self, Unowned.self, UnownedUnsafe.self, [Box].self,
    [Int: Box].self, (() -> Void).self, With<() -> Void>.self, Any.self, With<any Hashable>.self, AnyHashable.self,
    Int.Type.self, UnsafeRawPointer.self, (Int, Int).self, With<(Int, Int)>.self, Payload.self, With<Payload>.self,
    in6_addr.self, With<in6_addr>.self, tcp_info.self, With<[Data?]>.self, InlineArray<2, Int>.self,
  ]

  @Test func structsOfPlainValuesArePlain() {
    for type in Self.plain { #expect(PlainType.of(type) != nil, "\(type)") }
  }

  @Test func typesThatMayReferToOtherMemoryAreNotPlain() {
    for type in Self.others { #expect(PlainType.of(type) == nil, "\(type)") }
  }

  @Test func bytesBetweenFieldsDoNotCount() throws {
    struct Padded {
      var flag: Bool
      var number: Int
      var small: Int16
    }
    #expect(try #require(PlainType.of(Padded.self)).bytes == [0..<1, 8..<18])
    #expect(try #require(PlainType.of([Padded].self)).bytes == [0..<8])
  }
}
