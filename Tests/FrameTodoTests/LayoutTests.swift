import TempuraTesting
import Testing
import Todo
import UIKit

@testable import FrameTodo

/// The frames of the list's screen.
@Suite struct LayoutTests {
  private func listView(_ size: CGSize, change: (inout AppState) -> Void = { _ in }) -> FrameListView {
    var state = AppState()
    change(&state)
    let view = FrameListView(frame: CGRect(origin: .zero, size: size))
    view.setup()
    view.style()
    view.model = ListViewModel(state: state, localState: ListLocalState())
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.addSubview(view)
    view.frame = window.bounds
    view.layoutIfNeeded()
    return view
  }

  private func panel(of view: FrameListView) throws -> UIView { try #require(view.subviews.first) }

  private func button(_ title: String, in view: FrameListView) throws -> UIButton {
    let buttons = try panel(of: view).subviews.compactMap { $0 as? UIButton }
    return try #require(buttons.first { $0.currentTitle == title })
  }

  private func pager(in view: FrameListView) throws -> UIScrollView {
    try #require(panel(of: view).subviews.first { $0 is UIScrollView } as? UIScrollView)
  }

  @Test(arguments: [(320, 320), (390, 390), (768, 640), (1280, 640)] as [(CGFloat, CGFloat)])
  func thePanelIsInTheMiddleAndHasAGreatestWidth(screen: CGFloat, width: CGFloat) throws {
    let view = listView(CGSize(width: screen, height: 844))
    let panel = try panel(of: view)
    #expect(panel.frame.width == width && panel.frame.midX == screen / 2)
    let pager = try pager(in: view)
    #expect(pager.frame.width == width)
    #expect(pager.contentSize == CGSize(width: 2 * width, height: pager.bounds.height))
    #expect(pager.subviews.map(\.frame.minX) == [0, width])
    #expect(view.footerView.frame.width == width && view.footerView.frame.maxY == panel.bounds.height)
  }

  @Test func aScreenThatIsWideButLowHasNoPanel() throws {
    let size = CGSize(width: 844, height: 390)
    #expect(try panel(of: listView(size)).frame.size == size)
  }

  @Test func theListsEndAboveWhatIsBelowThem() throws {
    let size = CGSize(width: 390, height: 844)
    let open = listView(size)
    #expect(try pager(in: open).frame.maxY == open.footerView.frame.minY)
    let completed = listView(size) { $0.items[0].completed = true }
    #expect(try pager(in: completed).frame.maxY < button("Archive completed items", in: completed).frame.minY)
  }

  @Test func theArchiveButtonIsBelowTheScreenUntilAnItemIsCompleted() throws {
    let size = CGSize(width: 390, height: 844)
    let title = "Archive completed items"
    #expect(try button(title, in: listView(size)).frame.minY == 844)
    let view = listView(size) { $0.items[0].completed = true }
    #expect(try button(title, in: view).frame.maxY < view.footerView.frame.minY)
    #expect(try button(title, in: view).frame.midX == 195)
  }

  @Test func aRowIsAsHighAsItsTextAndThePadding() {
    let short = FrameTodoCell.size(for: TodoCellViewModel(todo: Todo(text: "Short")), width: 390)
    let long = Todo(text: String(repeating: "many words ", count: 20))
    let narrow = FrameTodoCell.size(for: TodoCellViewModel(todo: long), width: 320)
    let wide = FrameTodoCell.size(for: TodoCellViewModel(todo: long), width: 768)
    #expect(short == CGSize(width: 390, height: 44))
    #expect(narrow.height > wide.height && wide.height > short.height)
  }
}
