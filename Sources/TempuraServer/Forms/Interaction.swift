internal import Basics
internal import Foundation
internal import TempuraUI

/// A form, matched with the controls that are on the screen right now. A class, so that closures do not copy it.
final class Interaction {
  private let window: UIWindow
  private let entries: [Entry]
  private let action: Action
  /// The field that the user is in.
  private let focus: (any TextInput)?
  /// Whether the page says where the focus is.
  private let tellsFocus: Bool

  /// Whether controls show values from now on that may be nowhere else: those of a switch, a slider, a chosen row, a
  /// password. Buttons have no values, and typed texts are remembered.
  let setsValues: Bool

  /// The problems with typed values, by field.
  private let problems: [(entry: Entry, message: String)]

  private struct Entry {
    let id: String
    let field: any InputField
    let part: String
    let input: FieldInput
    let isUnchanged: Bool

    /// Whether the field still has the id that the form named: a row of a list may show another item by now.
    var isThere: Bool { field.window != nil && field.hasID(id, part: part) }
  }

  /// Where a pointer has pressed a view, from its centre in points; nil if that is not told.
  var place: CGPoint?

  private enum Action {
    case none
    case tap(UIView, part: String, id: String)
    case returnKey(any TextInput)
    case touches(TouchMessage, on: UIView?, hits: [String: UIView])
    case medium(MediumMessage, any MediumListener)
  }

  /// Finds the fields and the control of a form in a window, whose lists have their present rows then. Changes nothing else.
  ///
  /// - Parameter focus: The id of the element that has the focus, on a live page.
  /// - Throws: `Refusal` if a field or the control is not there, or takes no input now.
  init(_ form: FormInput, focus: String? = nil, in window: UIWindow) throws(Refusal) {
    window.layoutIfNeeded()
    tellsFocus = focus != nil
    var ids = form.ids
    if let focus { ids.append(focus) }
    let index = ViewIndex(of: ids, in: window)
    self.focus = focus.flatMap { index.target(withID: $0) { view, _ in view as? any TextInput } }
      .flatMap { $0.isReachable && $0.canBecomeFirstResponder ? $0 : nil }
    var entries: [Entry] = []
    var texts: [String: [String?]] = [:]
    for (id, input) in form.values {
      guard let entry = Self.entry(id, input, in: index) else {
        // The end of a gesture must come, whatever the fields have.
        if form.isTouch { continue }
        throw .missingField(id)
      }
      // The app may have given one id to several fields.
      if let others = texts[id], others.count >= index.count(ofID: id) {
        // A template may have the field twice.
        guard form.isTouch || others.contains(input.text) else { throw .repeatedField(id) }
        continue
      }
      texts[id, default: []].append(input.text)
      if let refusal = entry.field.refusal {
        // Browsers send the unchanged values of hidden and inert fields, too.
        guard entry.isUnchanged || input.text?.isEmpty == true || form.isTouch else {
          let isSecret = entry.field is any TextInput && !entry.field.isTextRemembered
          throw .closedField(id, text: isSecret ? "…" : input.text ?? "", Refusal(refusal, id: id).reason)
        }
        continue
      }
      entries.append(entry)
    }
    self.window = window
    var (isLeaving, isButton) = (false, true)
    switch form.control {
    case .none: action = .none
    case .tap(let id):
      let (view, part) = try Self.control(id, in: index)
      isLeaving = try Self.check(view, part).isLeaving
      isButton = view is UIButton && part.isEmpty
      action = .tap(view, part: part, id: id)
    case .returnKey:
      guard !entries.isEmpty else { throw .missingControl("return") }
      action = Self.fieldOfReturnKey(entries).map { .returnKey($0) } ?? .none
    case .touches(let message):
      // What comes after a restart, or out of order, begins nothing.
      let view = index.view(withID: message.viewID)
      guard window.accepts(message, on: view) else { throw .missingControl(message.viewID) }
      var hits: [String: UIView] = [:]
      for id in message.ids { hits[id] = index.target(withID: id) { view, _ in view } }
      action = .touches(message, on: view, hits: hits)
      // The end of a gesture must come, but it may be the press of a control.
      isLeaving = !message.ends || !(view is UIControl)
    case .medium(let message):
      let listener = index.target(withID: message.id) { view, part in view.media.first { $0.part == part }?.player }
      guard let listener = listener as? any MediumListener else { throw .missingControl(message.id) }
      action = .medium(message, listener)
      isLeaving = true
    }
    setsValues =
      !isButton && (!isLeaving || form.isTouch) || entries.contains { !$0.isUnchanged && !$0.field.isTextRemembered }
    func problem(_ entry: Entry) -> String? {
      entry.isUnchanged ? nil : entry.field.problem(with: entry.input, part: entry.part)
    }
    if isLeaving {
      self.entries = entries.filter { problem($0) == nil }
      problems = []
    } else {
      self.entries = entries
      problems = entries.compactMap { entry in problem(entry).map { (entry, $0) } }
    }
  }

  private static func control(_ id: String, in index: ViewIndex) throws(Refusal) -> (UIView, part: String) {
    let found = index.target(withID: id) { view, part in view.tapTarget(ofPart: part) == nil ? nil : (view, part) }
    guard let found else { throw .missingControl(id) }
    return found
  }

  private static func entry(_ id: String, _ input: FieldInput, in index: ViewIndex) -> Entry? {
    index.target(withID: id) { view, part in
      guard let field = view as? any InputField, field.sentValue(ofPart: part) != nil else { return nil }
      // A form without `multipart` has only the names of files (HTML Standard, section 4.10.22.4): no file was sent.
      let input = field.takesFiles && !input.isFiles ? .files([]) : input
      guard field.takesFiles == input.isFiles else { return nil }
      return Entry(
        id: id, field: field, part: part, input: input, isUnchanged: field.isUnchanged(by: input, part: part))
    }
  }

  /// The field of the return key. Browsers do not say which one it is. It is the last changed text field of one line, else the
  /// one with the focus, else the first.
  private static func fieldOfReturnKey(_ entries: [Entry]) -> (any TextInput)? {
    func fields(_ entries: [Entry]) -> [any TextInput] {
      entries.compactMap { $0.field as? any TextInput }.filter(\.isOneLine)
    }
    let all = fields(entries)
    return fields(entries.filter { !$0.isUnchanged }).last ?? all.first(where: \.isFirstResponder) ?? all.first
  }

  /// What the user did with a control.
  struct Act {
    enum Kind: String { case type, set, tap, pressReturn, chooseFiles }

    let kind: Kind
    /// The id of the control.
    let id: String
    /// What a reader of the page calls it; nil if it has no name.
    let label: String?
    /// What was typed or chosen; nil for a tap, and for a secret.
    var value: String?
  }

  /// What the user did, and the texts that must not be told.
  var acts: (acts: [Act], secrets: [String]) {
    var (acts, secrets): ([Act], [String]) = ([], [])
    for entry in entries {
      let text = entry.input.text ?? ""
      let isSecret = entry.field is any TextInput && !entry.field.isTextRemembered
      if isSecret { secrets.append(text) }
      guard !entry.isUnchanged else { continue }
      let kind: Act.Kind = entry.input.isFiles ? .chooseFiles : entry.field is any TextInput ? .type : .set
      acts.append(
        Act(
          kind: kind, id: entry.id, label: entry.field.nameForReaders,
          value: isSecret ? nil : entry.input.isFiles ? entry.input.fileNames : text))
    }
    switch action {
    case .none: break
    case .tap(let view, let part, let id):
      acts.append(Act(kind: .tap, id: id, label: part.isEmpty ? view.textForReaders : nil))
    case .touches, .medium: break
    case .returnKey(let field):
      acts.append(Act(kind: .pressReturn, id: field.elementID, label: field.nameForReaders))
    }
    return (acts, secrets)
  }

  // MARK: - Problems

  /// Whether a typed value is not possible. Then the form changes nothing.
  var hasProblems: Bool { !problems.isEmpty }

  /// The problems, for the log.
  var reason: String {
    problems.map { "\($0.entry.field.elementID) cannot take what was sent" }.joined(separator: ", ")
  }

  /// The message of the page: each field, and what is wrong with its value.
  var problemMessage: ServerText {
    .pageInputProblems(
      problems.map { entry, message in entry.field.nameForReaders.map { "\($0): \(message)" } ?? message }
        .joined(separator: " "))
  }

  /// Shows in each field what was typed, and what is wrong with it.
  func keepDrafts() {
    for entry in entries {
      entry.field.dropDraft()
    }
    for entry in entries where !entry.isUnchanged {
      entry.field.keepDraft(entry.input.shownText, part: entry.part)
    }
    for (entry, message) in problems { entry.field.keepDraft(nil, part: entry.part, problem: message) }
  }

  /// Shows what was typed in the fields that are still there, on the page that refuses the form.
  static func keepDrafts(_ form: FormInput, in window: UIWindow) {
    window.layoutIfNeeded()
    let index = ViewIndex(of: form.ids, in: window)
    for (id, input) in form.values {
      guard let entry = entry(id, input, in: index), !entry.isUnchanged, entry.field.refusal == nil else { continue }
      entry.field.keepDraft(input.shownText, part: entry.part)
    }
  }

  // MARK: - Performing

  /// Puts the values into their fields as if they were typed. Editing begins in the field that the user is in, and ends in all
  /// others.
  func type() {
    for entry in entries where entry.isThere && entry.field.refusal == nil {
      if let field = entry.field as? any TextInput, let text = entry.input.text {
        guard field !== focus || begin(field) else { continue }
        // The app may have set another text when editing began.
        guard !entry.isUnchanged else {
          field.dropDraft()
          continue
        }
        field.type(text, before: nextControl(after: field), endsEditing: field !== focus)
      } else {
        entry.field.dropDraft()
        if !entry.isUnchanged { entry.field.enter(entry.input, part: entry.part) }
      }
    }
    if let focus, !entries.contains(where: { $0.field === focus }) { begin(focus) }
    if tellsFocus { window.focusDidMove(to: focus) } else { window.endEditing(except: nil) }
  }

  /// Begins editing. If the delegate refuses, the browser leaves the field: the app uses it as a button.
  @discardableResult private func begin(_ field: any TextInput) -> Bool {
    guard field.window === window, window.focusDidMove(to: field) else { return false }
    if field.beginEditing() { return true }
    field.setNeedsRender()  // it shows what was typed
    window.leave(field)
    return false
  }

  private func nextControl(after field: any TextInput) -> NextControl {
    switch action {
    case .none, .medium: .none
    case .touches: .other
    case .tap(let view, let part, _): view === field && part == FormInput.returnName ? .returnKey : .other
    case .returnKey(let other): other === field ? .returnKey : .other
    }
  }

  /// Sends the event of the control.
  ///
  /// - Returns: The class of the control; nil if the form names none.
  /// - Throws: `Refusal` if typing removed or disabled the control.
  @discardableResult func act() throws(Refusal) -> UIView.Type? {
    switch action {
    case .none: return nil
    case .touches(let message, let view, let hits):
      window.apply(message, on: view) { hits[$0] }
      return message.ends ? view.map { Swift.type(of: $0) } : nil
    case .medium(let message, let listener):
      listener.hear(message)
      return nil
    case .tap(var view, var part, let id):
      window.cancelTouches()
      window.layoutIfNeeded()  // what was typed may have changed the rows of a list
      if view.window == nil || !view.hasID(id, part: part) {
        // Another view may show the item now.
        let index = ViewIndex(of: [id], in: window)
        guard let found = try? Self.control(id, in: index) else { throw .missingControl(view.elementID) }
        (view, part) = found
      }
      let target = try Self.check(view, part)
      if part.isEmpty, let place { view.press(at: place, target.tap) } else { target.tap() }
      return Swift.type(of: view)
    case .returnKey(let field):
      if field.window == nil { throw .missingControl(field.elementID) }
      if let refusal = field.refusal { throw Refusal(refusal, id: field.elementID) }
      field.pressReturn()
      return Swift.type(of: field)
    }
  }

  /// - Returns: The target of the tap.
  @discardableResult private static func check(_ view: UIView, _ part: String) throws(Refusal) -> TapTarget {
    guard let target = view.tapTarget(ofPart: part) else { throw .missingControl(view.elementID) }
    if let refusal = target.refusal {
      throw Refusal(refusal, id: part.isEmpty ? view.elementID : "\(view.elementID).\(part)")
    }
    return target
  }
}

extension FormInput {
  /// The ids of all that the form names.
  fileprivate var ids: [String] {
    let ids = values.map(\.id)
    return switch control {
    case .tap(let id): ids + [id]
    case .touches(let message): ids + Set(message.ids)
    case .medium(let message): ids + [message.id]
    case .returnKey, .none: ids
    }
  }
}

extension FieldInput {
  /// The names of chosen files.
  fileprivate var fileNames: String? {
    guard case .files(let files) = self else { return nil }
    return files.map(\.name).joined(separator: ", ")
  }

  /// The text that a page shows again, with a page's line breaks; nil for files.
  fileprivate var shownText: String? { text?.withLineFeeds }
}

/// Why a form is refused: its page is older than the screen. Nothing is changed.
enum Refusal: Error, Equatable {
  case missingControl(String)
  case missingField(String)
  /// The form has a field more often than the screen, with different values.
  case repeatedField(String)
  case disabled(String)
  case unreachable(String)
  /// A field that takes no input now was changed before. Its text is in no other place.
  case closedField(String, text: String, String)

  init(_ refusal: ControlRefusal, id: String) {
    self =
      switch refusal {
      case .disabled: .disabled(id)
      case .unreachable: .unreachable(id)
      }
  }

  /// The message of the page if nothing was changed.
  var message: ServerText {
    if case .closedField(_, let text, _) = self { .pageTextUnused(text) } else { Self.message }
  }
  static let message = ServerText.pageOutOfDate

  /// The message of the page if the refusal came after typing.
  static let lateMessage = ServerText.pageNotAllDone

  /// The reason, for the log.
  var reason: String {
    switch self {
    case .missingControl(let id): "there is no control \(id) on the screen"
    case .missingField(let id): "there is no field \(id) on the screen"
    case .repeatedField(let id): "it has the field \(id) more often than the screen, with different values"
    case .disabled(let id): "\(id) is disabled"
    case .unreachable(let id): "\(id) is hidden, takes no input, or is under a modal screen"
    case .closedField(_, _, let reason): reason
    }
  }
}
