public import Foundation

/// An attributed text whose changes reach its view.
open class NSTextStorage: NSMutableAttributedString {
  /// What an edit changed.
  public struct EditActions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let editedAttributes = EditActions(rawValue: 1 << 0)
    public static let editedCharacters = EditActions(rawValue: 1 << 1)
  }

  /// Receives the edits of the app. The edits of a user come from the view's delegate.
  public final weak var delegate: (any NSTextStorageDelegate)?

  public final private(set) var layoutManagers: [NSLayoutManager] = []

  /// Called after each change.
  package final var onEdit: (() -> Void)?
  private var depth = 0
  /// Whether a group of edits is open.
  package final var isEditing: Bool { depth > 0 }
  private var pending: (actions: EditActions, range: NSRange, delta: Int)?

  open func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
    layoutManagers.append(aLayoutManager)
    aLayoutManager.textStorage = self
  }

  open func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
    layoutManagers.removeAll { $0 === aLayoutManager }
    aLayoutManager.textStorage = nil
  }

  // MARK: - Edits

  override open func replaceCharacters(in range: NSRange, with str: String) {
    super.replaceCharacters(in: range, with: str)
    edited(.editedCharacters, range: range, changeInLength: str.utf16.count - range.length)
  }

  override open func replaceCharacters(in range: NSRange, with attrString: NSAttributedString) {
    super.replaceCharacters(in: range, with: attrString)
    edited([.editedCharacters, .editedAttributes], range: range, changeInLength: attrString.length - range.length)
  }

  // Foundation on Linux does not make these changes by `replaceCharacters(in:with:)`.

  override open func append(_ attrString: NSAttributedString) {
    replaceCharacters(in: NSRange(location: length, length: 0), with: attrString)
  }

  override open func insert(_ attrString: NSAttributedString, at loc: Int) {
    replaceCharacters(in: NSRange(location: loc, length: 0), with: attrString)
  }

  override open func setAttributedString(_ attrString: NSAttributedString) {
    replaceCharacters(in: NSRange(location: 0, length: length), with: attrString)
  }

  override open func deleteCharacters(in range: NSRange) {
    super.deleteCharacters(in: range)
    edited(.editedCharacters, range: range, changeInLength: -range.length)
  }

  override open func setAttributes(_ attrs: [NSAttributedString.Key: Any]?, range: NSRange) {
    super.setAttributes(attrs, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }

  override open func addAttribute(_ name: NSAttributedString.Key, value: Any, range: NSRange) {
    super.addAttribute(name, value: value, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }

  override open func addAttributes(_ attrs: [NSAttributedString.Key: Any], range: NSRange) {
    super.addAttributes(attrs, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }

  override open func removeAttribute(_ name: NSAttributedString.Key, range: NSRange) {
    super.removeAttribute(name, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }

  override open func beginEditing() { depth += 1 }

  override open func endEditing() {
    depth = max(depth - 1, 0)
    if depth == 0 { processEditing() }
  }

  /// Notes an edit. It reaches the view at once, or when the outermost group of edits ends.
  open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int) {
    var edit = pending ?? (editedMask, editedRange, 0)
    edit.actions.formUnion(editedMask)
    edit.range = NSUnionRange(edit.range, editedRange)
    edit.delta += delta
    pending = edit
    if depth == 0 { processEditing() }
  }

  open func processEditing() {
    guard let edit = pending else { return }
    pending = nil
    let range = NSRange(location: edit.range.location, length: max(edit.range.length + edit.delta, 0))
    delegate?.textStorage(self, willProcessEditing: edit.actions, range: range, changeInLength: edit.delta)
    delegate?.textStorage(self, didProcessEditing: edit.actions, range: range, changeInLength: edit.delta)
    onEdit?()
  }
}

/// Receives the edits of a text storage.
public protocol NSTextStorageDelegate: AnyObject {
  func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
    changeInLength delta: Int)
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
    changeInLength delta: Int)
}

extension NSTextStorageDelegate {
  public func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
    changeInLength delta: Int
  ) {}
  public func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions, range editedRange: NSRange,
    changeInLength delta: Int
  ) {}
}
