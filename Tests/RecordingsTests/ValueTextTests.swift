import Foundation
import Testing

@testable import Recordings

@Suite struct ValueTextTests {
  @Test func valuesOfEachKindAreDescribed() {
    let values: [(Any, String)] = [
      ("Milk", #""Milk""#), ("a\"b\\c\n", #""a\"b\\c\n""#), (Character("c"), #""c""#), (5, "5"),
      (Int64.min, "\(Int64.min)"),
      (1.5, "1.5"), (1e100, "1e+100"), (Double.nan, "nan"), (Float(0.1), "0.1"), (true, "true"),
      (Int?.none as Any, "nil"), (Int?.some(3) as Any, "3"), ([1, 2], "[1, 2]"), ([String](), "[]"),
      (["b": 1, "a": 2], #"["a": 2, "b": 1]"#), ([Int: Int](), "[:]"), (Set(["b", "a"]), #"["a", "b"]"#),
      (UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"),
      (Date(timeIntervalSinceReferenceDate: 0.25), "2001-01-01 00:00:00 +0000"),
      (URL(string: "https://a.b/c?d")!, "https://a.b/c?d"), (Data([1, 2]), "2 bytes"),
      (Decimal(string: "1.05")!, "1.05"),
      (Kind.plain, ".plain"), (Kind.one(2), ".one(2)"), (Kind.named(id: "a"), #".named(id: "a")"#),
      (Kind.two(1, text: nil), ".two(1, text: nil)"), (Spoken.word, ".word"),
      (Outer.Inner(number: 1, kinds: [.plain]), "Inner(number: 1, kinds: [.plain])"),
      (Pair(first: 1, second: "a"), #"Pair<Int, String>(first: 1, second: "a")"#), ((1, b: "c"), #"(1, b: "c")"#),
    ]
    for (value, text) in values {
      #expect(ValueText.of(value) == text)
      #expect(Step.Property.all(of: Holder(value: value)) == [Step.Property("value", text: text)])
    }
  }

  @Test func theTextOfARecordingIsShort() {
    let values: [Any] = [
      Object(), { 1 }, Int.self, Array(repeating: 1, count: 100_000), String(repeating: "a", count: 10_000),
      Kind.object(Object()), Self.deep(1_000), Locale(identifier: "en"),
    ]
    for value in values { #expect(ValueText.shortened(value).count <= 200) }
    #expect(ValueText.shortened(Kind.object(Object())) == ".object(Object)")
  }

  @Test func secretsAreTakenOut() {
    let redaction = Redaction(keys: ["password", "pins"]) { $0.replacing("secret", with: "•••") }
    struct Login { var name, password: String; var pins: [Int]; var more: [String: String] }
    let properties = Step.Property.all(
      of: Login(name: "a secret b", password: "x", pins: [1], more: ["password": "y", "z": "secret"]),
      redaction: redaction)
    #expect(properties.map(\.text) == [#""a ••• b""#, "•••", "•••", #"["password": •••, "z": "•••"]"#])
  }

  private static func deep(_ depth: Int) -> Any { depth == 0 ? 1 : [deep(depth - 1)] }
}

struct Holder { var value: Any }
final class Object { var value = 1 }
enum Kind { case plain, one(Int), named(id: String), two(Int, text: String?), object(Object) }
enum Spoken: CustomStringConvertible {
  case word
  var description: String { "spoken" }
}
enum Outer { struct Inner { var number: Int; var kinds: [Kind] } }
struct Pair<First, Second> { var first: First; var second: Second }
