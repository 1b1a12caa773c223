import Basics
import Testing

/// The examples and rules of W3C Trace Context, sections 3.2 and 3.3.
struct TraceTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let span = "00f067aa0ba902b7"

  @Test func aTraceParentIsRead() throws {
    let parent = try #require(TraceParent("00-\(Self.trace)-\(Self.span)-01"))
    #expect(parent.traceID == Self.trace)
    #expect(parent.span == 0x00f0_67aa_0ba9_02b7)
    #expect(parent.flags == 1)
    #expect(parent.text(span: 0xabc) == "00-\(Self.trace)-0000000000000abc-01")
  }

  @Test func unknownFlagsAreNotPassedOn() {
    #expect(TraceParent("00-\(Self.trace)-\(Self.span)-fe")?.text(span: 1).hasSuffix("-02") == true)
  }

  @Test func aLaterVersionMayHaveMore() {
    #expect(TraceParent("cc-\(Self.trace)-\(Self.span)-01")?.traceID == Self.trace)
    #expect(TraceParent("cc-\(Self.trace)-\(Self.span)-01-what-comes")?.traceID == Self.trace)
    #expect(TraceParent("cc-\(Self.trace)-\(Self.span)-01.what-comes") == nil)
  }

  private static let malformed: [String] = [
    "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-01-",
    "00-\(trace)-\(span)-01-x", "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-011", "00-\(trace)-\(span)-0x",
    "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span.uppercased())-01", "00_\(trace)-\(span)-01",
    "00-\(trace)_\(span)-01", "00-\(trace)-\(span)_01", "00-\(String(repeating: "0", count: 32))-\(span)-01",
    "00-\(trace)-\(String(repeating: "0", count: 16))-01", "00-\(trace.dropLast())-\(span)-010",
    " 00-\(trace)-\(span)-01",
    "00-\(trace.dropLast())é-\(span)-01", "0g-\(trace)-\(span)-01",
  ]

  @Test(arguments: malformed)
  func aMalformedTraceParentIsIgnored(text: String) {
    #expect(TraceParent(text) == nil)
  }

  private static func members(_ count: Int) -> String { (0..<count).map { "k\($0)=v" }.joined(separator: ",") }

  private static func member(_ name: String, _ count: Int) -> String {
    "\(name)=" + String(repeating: "v", count: count)
  }

  private static let valid: [(text: String, expected: String)] = [
    ("rojo=00f067aa0ba902b7", "rojo=00f067aa0ba902b7"), ("a=1, b=2\t,c=3", "a=1,b=2,c=3"), ("a=1,,b=2,", "a=1,b=2"),
    ("t@v=x y", "t@v=x y"), (members(32), members(32)), (member("k", 256), member("k", 256)),
  ]

  @Test(arguments: valid) func aTraceStateIsPassedOn(text: String, expected: String) {
    #expect(TraceState.checked(Array(text.utf8)) == expected)
  }

  private static let invalid: [String] = [
    "", ",", "a", "a=", "=b", "A=1", "a=b=c", "a=\u{1}", "a=é", "a b=1", "a=1,b", members(33), member("k", 257),
    member("a", 256) + "," + member("b", 252),
  ]

  @Test(arguments: invalid) func aMalformedTraceStateIsDropped(text: String) {
    #expect(TraceState.checked(Array(text.utf8)) == nil)
  }
}
