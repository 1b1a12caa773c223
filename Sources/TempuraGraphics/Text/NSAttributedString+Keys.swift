public import Foundation

// UIKit's names of the attributes of texts. Pages show an attribute, unless its comment says otherwise.

extension NSAttributedString.Key {
  /// A `UIFont`.
  public static let font = NSAttributedString.Key(rawValue: "NSFont")
  /// An `NSParagraphStyle`. It applies to whole paragraphs: a paragraph has the style of its first character.
  public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
  /// A `UIColor`.
  public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
  /// A `UIColor`.
  public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
  /// A number: 0 for no ligatures. Pages use the default ligatures otherwise.
  public static let ligature = NSAttributedString.Key(rawValue: "NSLigature")
  /// A number: the additional space after each character, in points.
  public static let kern = NSAttributedString.Key(rawValue: "NSKern")
  /// A number: the additional space after each character, in points. `kern` has precedence.
  public static let tracking = NSAttributedString.Key(rawValue: "CTTracking")
  /// The raw value of an `NSUnderlineStyle`.
  public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
  /// A `UIColor`.
  public static let underlineColor = NSAttributedString.Key(rawValue: "NSUnderlineColor")
  /// The raw value of an `NSUnderlineStyle`.
  public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
  /// A `UIColor`. A text that is also underlined has the underline's colour for both lines.
  public static let strikethroughColor = NSAttributedString.Key(rawValue: "NSStrikethroughColor")
  /// A `UIColor`. Default: the colour of the text.
  public static let strokeColor = NSAttributedString.Key(rawValue: "NSStrokeColor")
  /// A number: the width of the outline in percent of the font size. A positive one leaves the characters empty.
  public static let strokeWidth = NSAttributedString.Key(rawValue: "NSStrokeWidth")
  /// An `NSShadow`.
  public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
  /// An `NSAttributedString.TextEffectStyle`. No effect on a page.
  public static let textEffect = NSAttributedString.Key(rawValue: "NSTextEffect")
  /// An `NSTextAttachment`, at the character `NSTextAttachment.character`.
  public static let attachment = NSAttributedString.Key(rawValue: "NSAttachment")
  /// A `URL`, or a string with one. Pages support http, https, mailto and tel URLs, and paths on this server.
  public static let link = NSAttributedString.Key(rawValue: "NSLink")
  /// A number: the distance by which the text is raised, in points.
  public static let baselineOffset = NSAttributedString.Key(rawValue: "NSBaselineOffset")
  /// A number. If it is not 0, pages show the italic font.
  public static let obliqueness = NSAttributedString.Key(rawValue: "NSObliqueness")
  /// A number. No effect on a page.
  public static let expansion = NSAttributedString.Key(rawValue: "NSExpansion")
  /// An array with the raw value of an `NSWritingDirection` and an `NSWritingDirectionFormatType`. Pages use the first.
  public static let writingDirection = NSAttributedString.Key(rawValue: "NSWritingDirection")
  /// No effect on a page: the text is horizontal, as on iOS.
  public static let verticalGlyphForm = NSAttributedString.Key(rawValue: "CTVerticalForms")

  /// A string: the language in which screen readers read the text, such as `it-IT`.
  public static let accessibilitySpeechLanguage = speech("Language")
  /// A Boolean. No effect on a page, as the following ones: HTML has no attributes for speech.
  public static let accessibilitySpeechPunctuation = speech("Punctuation")
  /// A number.
  public static let accessibilitySpeechPitch = speech("Pitch")
  /// A Boolean.
  public static let accessibilitySpeechQueueAnnouncement = speech("QueueAnnouncement")
  /// A string.
  public static let accessibilitySpeechIPANotation = speech("IPANotation")
  /// A Boolean.
  public static let accessibilitySpeechSpellOut = speech("SpellOut")

  private static func speech(_ name: String) -> Self { Self(rawValue: "UIAccessibilitySpeechAttribute\(name)") }
}

extension NSAttributedString {
  /// An empty text. Foundation on Linux has no `init()`, and an extension cannot override that of `NSObject`.
  public convenience init(_: Void = ()) { self.init(string: "") }

  /// An effect for texts. No effect on a page.
  public enum TextEffectStyle: String, Sendable { case letterpressStyle = "_UIKitNewLetterpressStyle" }
}

/// The style of an underline or strikethrough.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let single = NSUnderlineStyle(rawValue: 0x01)
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  public static let double = NSUnderlineStyle(rawValue: 0x09)
  public static let patternDot = NSUnderlineStyle(rawValue: 0x0100)
  public static let patternDash = NSUnderlineStyle(rawValue: 0x0200)
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x0300)
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x0400)
  /// Under words only. Pages underline the spaces, too.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)

  /// The style of the line in CSS, after a space; empty for a plain one.
  var css: String {
    if contains(.double) { return " double" }
    switch rawValue & 0x0700 {
    case 0x0100: return " dotted"
    case 0x0200...0x0400: return " dashed"
    default: return contains(.thick) ? " 2px" : ""
    }
  }
}

/// The direction of a text.
public enum NSWritingDirection: Int, Sendable {
  /// That of the text's first letter with a direction.
  case natural = -1
  case leftToRight, rightToLeft
}

/// How a writing direction applies to a part of a text.
public enum NSWritingDirectionFormatType: Int, Sendable {
  case embedding = 0
  case override = 2
}

/// The shadow of a text.
open class NSShadow: AttributeObject, NSCopying, @unchecked Sendable {
  // Safe because an app changes its values in its session's turns.

  /// The distance of the shadow from the text, in points, positive to the right and down.
  open var shadowOffset = CGSize.zero
  /// The radius by which the shadow is blurred, in points.
  open var shadowBlurRadius: CGFloat = 0
  /// A `UIColor`. Default: black at a third of the full opacity, as in UIKit.
  open var shadowColor: Any? = UIColor.black.withAlphaComponent(1.0 / 3)

  override public init() {}

  open func copy(with zone: NSZone? = nil) -> Any {
    let shadow = NSShadow()
    (shadow.shadowOffset, shadow.shadowBlurRadius) = (shadowOffset, shadowBlurRadius)
    shadow.shadowColor = shadowColor
    return shadow
  }

  override open func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSShadow else { return false }
    return shadowOffset == other.shadowOffset && shadowBlurRadius == other.shadowBlurRadius
      && shadowColor as? UIColor == other.shadowColor as? UIColor
  }

  override open var hash: Int { shadowBlurRadius.hashValue }

  /// The declaration in CSS; nil without a colour.
  var css: String? {
    guard let color = shadowColor as? UIColor else { return nil }
    let blur = shadowBlurRadius > 0 ? " \(CSS.rem(shadowBlurRadius))" : ""
    return "text-shadow:\(CSS.rem(shadowOffset.width)) \(CSS.rem(shadowOffset.height))\(blur) \(color.css);"
  }
}
