import Basics
import Foundation
import Testing

@testable import TempuraUI

/// Reports of mistakes that a client can trigger.
@Suite struct MisuseTests {
  @Test func aMessageIsOneLineOfLimitedLength() {
    let name = "evil\u{1B}[2J\nTempura: all is well\u{202E}\u{2028}\u{0}"
    #expect(UIFont(name: name, size: 12) == nil)
    let message = Misuse.messages.first { $0.contains("evil") }
    #expect(message?.hasPrefix("There is no font evil?[2J?Tempura: all is well???: add its .ttf") == true)

    Misuse.report("much " + String(repeating: "ü", count: 1_000_000))
    let long = Misuse.messages.first { $0.hasPrefix("much ü") }
    #expect(long?.count == 1001 && long?.last == "…")
  }
}
