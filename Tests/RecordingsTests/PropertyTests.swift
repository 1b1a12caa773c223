import Foundation
import Testing

@testable import Recordings

@Suite struct PropertyTests {
  @Test func aValueIsWrittenAsSource() {
    let values: [(Any, String, String)] = [
      ("Milk", "“Milk”", #""Milk""#), ("a\"b\\c\n\t\r", "“a\"b\\c\n\t\r”", #""a\"b\\c\n\t\r""#),
      ("\u{0}\u{202e}é😀\u{2028}", "“\u{0}\u{202e}é😀\u{2028}”", #""\u{0}\u{202e}é😀\u{2028}""#),
      (5, "5", "5"), (UInt8(7), "7", "7"), (Int64.min, "\(Int64.min)", "\(Int64.min)"), (1.5, "1.5", "1.5"),
      (1e100, "1e+100", "1e+100"), (Double.nan, "nan", ".nan"), (-Double.infinity, "-inf", "-.infinity"),
      (Float(0.1), "0.1", "0.1"), (true, "true", "true"), (Int?.none as Any, "nil", "nil"),
      (Int?.some(3) as Any, "3", "3"),
      ([1, 2], "[1, 2]", "[1, 2]"), ([String](), "[]", "[]"),
      (["b": 1, "a": 2], "[“a”: 2, “b”: 1]", #"["a": 2, "b": 1]"#),
      ([Int: Int](), "[:]", "[:]"), (Set(["b", "a"]), "[“a”, “b”]", #"["a", "b"]"#),
      (
        UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        #"UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!"#
      ),
      (
        Date(timeIntervalSinceReferenceDate: 0.25), "2001-01-01T00:00:00Z", "Date(timeIntervalSinceReferenceDate: 0.25)"
      ),
      (URL(string: "https://a.b/c?d")!, "https://a.b/c?d", #"URL(string: "https://a.b/c?d")!"#),
      (Data([1, 2]), "2 bytes", #"Data(base64Encoded: "AQI=")!"#),
      (Decimal(string: "1.05")!, "1.05", #"Decimal(string: "1.05")!"#),
      (Kind.plain, ".plain", "Kind.plain"), (Kind.one(2), ".one(2)", "Kind.one(2)"),
      (Kind.named(id: "a"), ".named(id: “a”)", #"Kind.named(id: "a")"#),
      (Kind.two(1, text: nil), ".two(1, text: nil)", "Kind.two(1, text: nil)"), (Kind.`init`, ".init", "Kind.`init`"),
      (Spoken.word, ".word", "Spoken.word"),
      (
        Outer.Inner(number: 1, kinds: [.plain]), "Inner(number: 1, kinds: [.plain])",
        "Outer.Inner(number: 1, kinds: [Kind.plain])"
      ),
      (
        Pair(first: 1, second: "a"), "Pair<Int, String>(first: 1, second: “a”)",
        #"Pair<Int, String>(first: 1, second: "a")"#
      ),
      (Turned(b: 1, a: 2), "Turned(a: 2, b: 1)", "Turned(b: 1, a: 2)"), (Word("a")!, "“a”", #"Word("a")!"#),
      (Result<Int, Problem>.failure(.bad), ".failure(.bad)", "Result<Int, Problem>.failure(Problem.bad)"),
      ((1, b: "c"), "(1, b: “c”)", #"(1, b: "c")"#),
    ]
    for (value, text, source) in values {
      let property = Step.Property.all(of: Holder(value: value))[0]
      #expect(property == Step.Property("value", text: text, source: source))
    }
  }

  @Test func aValueThatCannotBeWrittenHasNoSource() {
    let values: [Any] = [
      Object(), { 1 }, Int.self, Made(text: "a"), Array(repeating: 1, count: 1000),
      String(repeating: "a", count: 10_000),
      Data(count: 2000), Hidden(value: 1), Kind.object(Object()), [Object()], Self.deep(20), Locale(identifier: "en"),
    ]
    for value in values {
      let property = Step.Property.all(of: Holder(value: value))[0]
      #expect(property.source == nil, "\(value)")
      #expect(property.text.count <= 200)
    }
  }

  @Test func theItemIsWrittenByTheInitialiserThatItHas() throws {
    #expect(Step.Dispatch(of: Pair(first: 1, second: 2)).source == "Pair<Int, Int>(first: 1, second: 2)")
    #expect(Step.Dispatch(of: Stamped(text: "a")).source == #"Stamped(text: "a")"#)
    #expect(Step.Dispatch(of: Unlabelled(3)).source == "Unlabelled(3)")
    #expect(Step.Dispatch(of: Kind.one(2)).source == "Kind.one(2)")
    let checked = try Checked(text: "a")
    #expect(Step.Dispatch(of: checked).source == nil)
    #expect(Step.Dispatch(of: Holder(value: Object())).source == nil)
    #expect(Step.Dispatch(of: Pair(first: 1, second: 2)).type == "RecordingsTests.Pair<Swift.Int, Swift.Int>")
  }

  @Test func secretsAreTakenOut() {
    let redaction = Redaction(keys: ["password", "pins"]) { $0.replacing("secret", with: "•••") }
    struct Login { var name, password: String; var pins: [Int]; var more: [String: String] }
    let properties = Step.Property.all(
      of: Login(name: "a secret b", password: "x", pins: [1], more: ["password": "y", "z": "secret"]),
      redaction: redaction)
    #expect(properties.map(\.text) == ["“a ••• b”", "•••", "•••", "[“password”: •••, “z”: “•••”]"])
    #expect(properties.map(\.source) == [#""a ••• b""#, #""•••""#, nil, #"["password": "•••", "z": "•••"]"#])
  }

  @Test(
    arguments: [
      ("App.Add.init(text: Swift.String, Swift.Int) -> App.Add", ["text", ""]), ("App.Add.init() -> App.Add", []),
      ("App.Add.init(f: (Swift.Int, Swift.Int) -> [A<B, C>], b: Swift.Bool) -> App.Add", ["f", "b"]),
      ("App.Add.init(_: Swift.String) -> App.Add?", nil), ("App.Add.init(a: Swift.Int) throws -> App.Add", nil),
      ("App.Add.(init in _8E0A735F8CBE51A9)(a: Swift.Int) -> App.Add", nil),
    ] as [(String, [String]?)])
  func labelsOfInitialisersAreRead(function: String, labels: [String]?) {
    #expect(Initializers.labels(of: function) == labels)
  }

  private static func deep(_ depth: Int) -> Any { depth == 0 ? 1 : [deep(depth - 1)] }
}

struct Holder { var value: Any }
final class Object {}
enum Kind { case plain, one(Int), named(id: String), two(Int, text: String?), `init`, object(Object) }
enum Spoken: CustomStringConvertible {
  case word
  var description: String { "spoken" }
}
enum Problem: Error { case bad }
enum Outer { struct Inner { var number: Int; var kinds: [Kind] } }
struct Pair<First, Second> { var first: First; var second: Second }
struct Turned {
  var a, b: Int
  init(b: Int, a: Int) { (self.a, self.b) = (a, b) }
}
struct Word: LosslessStringConvertible {
  let description: String
  init?(_ text: String) { description = text }
}
struct Made {
  let id: Int
  let text: String
  init(text: String) { (id, self.text) = (0, text) }
}
struct Checked {
  let text: String
  init(text: String) throws { self.text = text }
}
struct Stamped {
  let text: String
  let id = UUID()
}
struct Unlabelled {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private struct Hidden { var value: Int }
