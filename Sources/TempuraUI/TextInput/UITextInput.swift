public import Foundation

/// A position in a text.
open class UITextPosition: NSObject {
  /// The number of UTF-16 units before the position.
  let offset: Int

  override public convenience init() { self.init(0) }

  init(_ offset: Int) {
    self.offset = offset
    super.init()
  }

  override open func isEqual(_ object: Any?) -> Bool { (object as? UITextPosition)?.offset == offset }
  override open var hash: Int { offset }
}

/// A range of a text.
open class UITextRange: NSObject {
  let range: NSRange

  override public convenience init() { self.init(NSRange(location: 0, length: 0)) }

  init(_ range: NSRange) {
    self.range = range
    super.init()
  }

  open var start: UITextPosition { UITextPosition(range.location) }
  open var end: UITextPosition { UITextPosition(NSMaxRange(range)) }
  open var isEmpty: Bool { range.length == 0 }

  override open func isEqual(_ object: Any?) -> Bool { (object as? UITextRange)?.range == range }
  override open var hash: Int { range.location }
}

/// The directions in which positions of a text follow one another.
public enum UITextStorageDirection: Int, Sendable { case forward, backward }

/// The directions in which positions of a text lie beside one another.
public enum UITextLayoutDirection: Int, Sendable {
  case right = 2
  case left, up, down
}

/// An area of selected text. Pages never report one.
open class UITextSelectionRect: NSObject {
  open var rect: CGRect { .zero }
  open var writingDirection: NSWritingDirection { .natural }
  open var containsStart: Bool { false }
  open var containsEnd: Bool { false }
  open var isVertical: Bool { false }
}

/// A view whose text keys change.
public protocol UIKeyInput: UITextInputTraits {
  var hasText: Bool { get }
  /// Replaces the selection by a text, as the app's own change.
  func insertText(_ text: String)
  /// Deletes the selection, or the character before it, as the app's own change.
  func deleteBackward()
}

/// A view with a text that has positions and ranges.
///
/// The server never knows where the user's caret is. The selection is the one that the app set, else the end of the text.
public protocol UITextInput: UIKeyInput {
  /// Returns the area of the caret at a position, in points of the view.
  func caretRect(for position: UITextPosition) -> CGRect
  /// Returns no areas: the server does not know what the user selected.
  func selectionRects(for range: UITextRange) -> [UITextSelectionRect]
}

/// What `UITextInput` needs of its views.
package protocol RangedText: UITextInput, UIView {
  var rangedText: String { get }
  /// The selection that the app set, or the caret after the last change; nil for the end of the text.
  var appSelection: NSRange? { get set }
  /// Asks the delegate whether it allows what the user types.
  func allowsChange(in range: NSRange, to replacement: String) -> Bool
  func setText(_ text: String)
  /// Tells the app that the text changed, other than by its properties.
  func tellOfChange()
  /// Replaces a part of the text, as the app's own change.
  func replaceText(in range: NSRange, with text: String)
  /// The area of the caret before a character, in points of the view.
  func caretArea(at offset: Int) -> CGRect
  /// The offset of the character at a point of the view.
  func offset(at point: CGPoint) -> Int
}

extension RangedText {
  func setTypedText(_ text: String) {
    viewFlags.insert(.hasTypedText)
    setText(text)
  }

  /// Replaces a range by what the user typed, if the delegate allows it. A browser sends what was typed quickly as one text: if
  /// the delegate refuses that, it is asked about each character, as on iOS.
  ///
  /// As in UIKit, the caret is after the replacement then. If the app changes the text itself, it is where the app puts it, or at
  /// the end.
  ///
  /// - Returns: Whether the delegate allows the whole replacement.
  @discardableResult func type(_ replacement: String, in range: NSRange) -> Bool {
    let old = rangedText
    appSelection = range
    let isAllowed = allowsChange(in: range, to: replacement)
    setNeedsRender()  // the browser shows the typed text, even if the delegate refuses it
    if isAllowed, let part = Range(range, in: rangedText) {
      setTypedText(rangedText.replacingCharacters(in: part, with: replacement))
      appSelection = NSRange(location: range.location + replacement.utf16.count, length: 0)
      tellOfChange()
    } else if rangedText.isSameText(as: old), 2...TypedText.maxCharacters ~= replacement.count {
      for character in replacement { type(String(character), in: selection) }
    }
    return isAllowed
  }
}

extension UITextInput {
  private var ranged: (any RangedText)? { self as? any RangedText }
  private var string: String { ranged?.rangedText ?? "" }
  private var length: Int { string.utf16.count }

  private func valid(_ range: NSRange) -> NSRange {
    let start = min(max(range.location, 0), length)
    return NSRange(location: start, length: min(max(range.length, 0), length - start))
  }

  var selection: NSRange { valid(ranged?.appSelection ?? NSRange(location: length, length: 0)) }

  public var hasText: Bool { !string.isEmpty }

  // MARK: - Positions

  public var beginningOfDocument: UITextPosition { UITextPosition(0) }
  public var endOfDocument: UITextPosition { UITextPosition(length) }

  /// Returns the position some UTF-16 units further; nil outside of the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    let (sum, overflow) = position.offset.addingReportingOverflow(offset)
    return overflow || sum < 0 || sum > length ? nil : UITextPosition(sum)
  }

  /// Returns the position some characters further; nil outside of the text. Up and down are not known.
  public func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition? {
    switch direction {
    case .right: self.position(from: position, offset: offset)
    case .left: self.position(from: position, offset: -max(offset, -Int.max))
    case .up, .down: nil
    }
  }

  public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int { toPosition.offset - from.offset }

  public func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
    position.offset == other.offset
      ? .orderedSame : position.offset < other.offset ? .orderedAscending : .orderedDescending
  }

  // MARK: - Ranges

  public func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
    let (first, last) = (min(fromPosition.offset, toPosition.offset), max(fromPosition.offset, toPosition.offset))
    return UITextRange(valid(NSRange(location: first, length: last - first)))
  }

  public func text(in range: UITextRange) -> String? {
    Range(valid(range.range), in: string).map { String(string[$0]) }
  }

  /// Replaces a part of the text, as the app's own change: the delegate is not asked, but told. The selection is at its end then.
  public func replace(_ range: UITextRange, withText text: String) {
    let range = valid(range.range)
    guard let ranged, range.length > 0 || !text.isEmpty else { return }
    ranged.replaceText(in: range, with: text)
    ranged.appSelection = NSRange(location: range.location + text.utf16.count, length: 0)
    ranged.tellOfChange()
  }

  /// The selection that the app set, else the end of the text. Setting it does not move the user's caret.
  public var selectedTextRange: UITextRange? {
    get { UITextRange(selection) }
    set { ranged?.appSelection = newValue.map { valid($0.range) } }
  }

  /// Nil: the server receives no text that is still being composed.
  public var markedTextRange: UITextRange? { nil }

  public func insertText(_ text: String) { replace(UITextRange(selection), withText: text) }

  /// Deletes the selection, or the character before it.
  func deleteBeforeSelection() {
    var range = selection
    if range.length == 0, let end = Range(range, in: string)?.lowerBound, end > string.startIndex {
      range = NSRange(string.index(before: end)..<end, in: string)
    }
    replace(UITextRange(range), withText: "")
  }

  // MARK: - Areas

  /// Returns the area of a range's first line, in points of the view.
  public func firstRect(for range: UITextRange) -> CGRect {
    guard let ranged else { return .zero }
    let range = valid(range.range)
    let end = ranged.caretArea(at: NSMaxRange(range))
    var area = ranged.caretArea(at: range.location)
    area.size.width = (end.minY > area.minY ? ranged.bounds.maxX : end.minX) - area.minX
    return area
  }

  public func closestPosition(to point: CGPoint) -> UITextPosition? {
    ranged.map { UITextPosition($0.offset(at: point)) }
  }

  public func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition? {
    ranged.map { UITextPosition(min(max($0.offset(at: point), range.range.location), NSMaxRange(range.range))) }
  }

  public func characterRange(at point: CGPoint) -> UITextRange? {
    guard let offset = ranged?.offset(at: point), offset < length else { return nil }
    let index = string.utf16.index(string.startIndex, offsetBy: offset)
    return UITextRange(NSRange(string.rangeOfComposedCharacterSequence(at: index), in: string))
  }
}
