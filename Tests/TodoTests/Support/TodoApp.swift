import Hydra
import Katana
import Tempura
import TempuraUI
import Testing
import UIKit

@testable import Todo

/// The app as its delegate launches it. Tests use it by titles and labels, as users do.
final class TodoApp: RootInstaller {
  let store = Store<AppState, DependenciesContainer>()
  let window = UIWindow(frame: UIScreen.main.bounds)

  init(_ items: [Todo]? = nil) {
    store.dependencies.navigator.start(using: self, in: window, at: Screen.list)
    if let items { dispatch(SetItems(items: items)) }
  }

  func installRoot(
    identifier: RouteElementIdentifier, context: Any?, completion: @escaping Navigator.Completion
  ) -> Bool {
    guard identifier == Screen.list.rawValue else { return false }
    window.rootViewController = FlowingListController(store: store, localState: ListLocalState())
    completion()
    return true
  }

  private struct SetItems: StateUpdater {
    let items: [Todo]
    func updateState(_ state: inout AppState) { state.items = items }
  }

  // MARK: - Actions

  /// Runs actions in one turn: resulting work runs after the last action.
  func turn(_ body: () -> Void) { (Main.scoped as? TestApp)?.turn(body) }

  func dispatch(_ dispatchable: any Dispatchable) { turn { store.anyDispatch(dispatchable) } }

  /// Taps the button with a title or label.
  func tap(_ name: String, _ location: SourceLocation = #_sourceLocation) throws {
    try tap(#require(button(name), "There is no button \(name).", sourceLocation: location), location)
  }

  func tap(_ button: UIButton, _ location: SourceLocation = #_sourceLocation) {
    #expect(button.refusal == nil, "It cannot be tapped.", sourceLocation: location)
    turn { button.sendActions(for: .touchUpInside) }
  }

  /// Taps the check box of a row of the visible list.
  func check(_ row: Int, _ location: SourceLocation = #_sourceLocation) throws {
    tap(try #require(cell(row)?.checkBox, sourceLocation: location), location)
  }

  /// Taps the text of a row of the visible list.
  func open(_ row: Int, _ location: SourceLocation = #_sourceLocation) throws {
    tap(try #require(cell(row)?.textButton, sourceLocation: location), location)
  }

  /// Replaces the overlay's text by typing.
  func type(_ text: String, _ location: SourceLocation = #_sourceLocation) throws {
    let field = try #require(field, sourceLocation: location)
    #expect(field.refusal == nil, sourceLocation: location)
    turn { field.type(text) }
  }

  func pressReturn(_ location: SourceLocation = #_sourceLocation) throws {
    let field = try #require(field, sourceLocation: location)
    turn { field.pressReturn() }
  }

  // MARK: - Content

  var route: Route { store.dependencies.navigator.currentRoute }

  var listController: FlowingListController? { window.rootViewController as? FlowingListController }
  var overlayController: AddItemViewController<AddItemView>? {
    listController?.presentedViewController as? AddItemViewController<AddItemView>
  }
  var overlay: AddItemView? { overlayController?.rootView }
  var field: UITextView? { overlay?.views(UITextView.self).first }

  /// The texts of visible labels: in the overlay, or else on the list's screen.
  var texts: [String] {
    (overlay ?? window).views(UILabel.self).filter { $0.isVisible && !($0.superview is UIButton) }.compactMap(\.text)
  }

  var footer: String? { window.views(ChildView.self).first?.views(UILabel.self).first?.text }

  /// Returns the rows of a list, visible or not.
  func rows(_ list: String) -> [Row] { cells(list).map(\.row) }

  var todo: [Row] { rows("To do") }
  var archive: [Row] { rows("Archive") }

  struct Row: Equatable, CustomStringConvertible {
    let text: String
    let isChecked: Bool
    var description: String { (isChecked ? "[x] " : "[ ] ") + text }
  }

  func isShown(_ list: String) -> Bool { lists.first { $0.accessibilityLabel == list }?.isVisible == true }

  /// Returns whether a button with this title or label can be tapped.
  func offers(_ name: String) -> Bool { button(name).map { $0.refusal == nil } ?? false }

  /// Returns the first button outside rows with this title or label, if possible one that can be tapped.
  func button(_ name: String) -> UIButton? {
    let buttons = window.views(UIButton.self).filter { button in
      (button.currentTitle ?? button.accessibilityLabel) == name && !(button.superview is TodoCell)
    }
    return buttons.first { $0.refusal == nil } ?? buttons.first
  }

  func cells(_ list: String) -> [TodoCell] {
    lists.first { $0.accessibilityLabel == list }?.subviews.compactMap { $0 as? TodoCell } ?? []
  }

  private func cell(_ row: Int) -> TodoCell? {
    let cells = lists.first(where: \.isVisible)?.subviews ?? []
    return cells.indices.contains(row) ? cells[row] as? TodoCell : nil
  }

  private var lists: [UICollectionView] { window.views(UICollectionView.self) }
}

extension TodoCell {
  /// The only button with an image.
  var checkBox: UIButton? { views(UIButton.self).first { $0.currentImage != nil } }
  var textButton: UIButton? { views(UIButton.self).first { $0.currentTitle != nil } }
  var row: TodoApp.Row {
    TodoApp.Row(text: textButton?.currentTitle ?? "", isChecked: checkBox?.isSelected == true)
  }
}

extension UIView {
  /// Returns the descendants of a type, back to front.
  func views<Wanted: UIView>(_ type: Wanted.Type) -> [Wanted] {
    subviews.flatMap { view in (view as? Wanted).map { [$0] } ?? view.views(type) }
  }

  /// Whether the view and its superviews are visible. A modal may cover it.
  var isVisible: Bool {
    sequence(first: self, next: \.superview).allSatisfy { !$0.isHidden && $0.alpha > 0 }
  }
}
