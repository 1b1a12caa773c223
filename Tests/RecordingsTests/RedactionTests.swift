import Foundation
import Testing

@testable import Recordings

@Suite struct RedactionTests {
  private let redaction = Redaction(keys: ["pin", "a\"b", "people"])

  private func redacted(_ json: String) -> String {
    String(decoding: redaction.redacted(Array(json.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"pin":"1\"2","name":"pin"}"#, #"{"pin":"•••","name":"pin"}"#),
    (#"{"pin":-1.5e+3,"a":-1.5e+3}"#, #"{"pin":0,"a":-1.5e+3}"#),
    (#"{"pin":true,"a":true}"#, #"{"pin":false,"a":true}"#), (#"{ "pin" : null }"#, #"{"pin":null}"#),
    (
      #"{"people":[{"name":"a","age":3},["b"]],"c":["d",1]}"#,
      #"{"people":[{"name":"•••","age":0},["•••"]],"c":["d",1]}"#
    ),
    (#"{"a\"b":1,"a":{"pin":"x","b":"y"}}"#, #"{"a\"b":0,"a":{"pin":"•••","b":"y"}}"#),
    (#"[["pin","x"],{"p\u0069n":"x"}]"#, #"[["pin","x"],{"pin":"•••"}]"#),
    (#"{"pin":{},"a":1}"#, #"{"pin":{},"a":1}"#),
    (#"{"pin":[],"a":"é"}"#, #"{"pin":[],"a":"é"}"#),
  ])
  func valuesOfMarkedKeysAreRedacted(json: String, expected: String) { #expect(redacted(json) == expected) }

  @Test func whatIsTypedIntoAMarkedFieldIsRedacted() {
    let typed = Step.Act(.type, id: "form.pin.field", label: "PIN", value: "1234")
    #expect(redaction.redacted(typed) == Step.Act(.type, id: "form.pin.field", label: "PIN", value: "•••"))
    let other = Step.Act(.type, id: "form.pinned", value: "1234")
    #expect(redaction.redacted(other) == other)
  }

  @Test func brokenJSONIsNotRevealed() {
    for json in [#"{"pin":"abc"#, #"{"pin":"abc\"#, #"{"pin":["abc","#, #"}]{"pin":"abc"}"#] {
      #expect(!redacted(json).contains("abc"))
    }
  }

  @Test func nothingChangesWithoutMarkedKeys() {
    let json = Array(#"{"pin":1}"#.utf8)
    #expect(Redaction().redacted(json) == json)
  }
}
