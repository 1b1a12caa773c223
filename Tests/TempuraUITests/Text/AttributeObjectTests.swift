import Foundation
import Testing

@testable import TempuraUI

@Suite struct AttributeObjectTests {
  /// Foundation compares the attributes of neighbouring characters. It took one object of about a thousand, which depends on the
  /// address, for one of its own, and stopped the process.
  @Test(arguments: [
    NSAttributedString.Key.font, .foregroundColor, .paragraphStyle, .shadow, .attachment,
  ])
  func anyObjectIsTheAttributeOfNeighbouringCharacters(key: NSAttributedString.Key) {
    var objects: [Any] = []
    for size in 1...5_000 {
      let object: Any =
        switch key {
        case .font: UIFont.systemFont(ofSize: CGFloat(size))
        case .foregroundColor: UIColor(white: CGFloat(size) / 5_000, alpha: 1)
        case .paragraphStyle: NSMutableParagraphStyle()
        case .shadow: NSShadow()
        default: NSTextAttachment(data: nil, ofType: nil)
        }
      objects.append(object)
      let text = NSMutableAttributedString(string: "ab")
      text.addAttribute(key, value: object, range: NSRange(location: 0, length: 1))
      text.addAttribute(key, value: object, range: NSRange(location: 1, length: 1))
      text.addAttribute(key, value: object, range: NSRange(location: 0, length: 2))
    }
    #expect(objects.count == 5_000)
  }

  @Test func equalFontsAreOneRun() {
    let text = NSMutableAttributedString(string: "ab")
    text.addAttribute(.font, value: UIFont.systemFont(ofSize: 12), range: NSRange(location: 0, length: 1))
    text.addAttribute(.font, value: UIFont.systemFont(ofSize: 12), range: NSRange(location: 1, length: 1))
    var run = NSRange()
    _ = text.attributes(at: 0, effectiveRange: &run)
    #expect(run == NSRange(location: 0, length: 2))
  }
}
