import TempuraTesting
import Testing
import UIKit

import struct Todo.AppState
import struct Todo.Todo

@testable import FrameTodo

/// The frames of the list's screen.
@Suite struct LayoutTests {
  private func listView(_ size: CGSize, change: (inout AppState) -> Void = { _ in }) -> ListView {
    var state = AppState()
    change(&state)
    let view = ListView(frame: CGRect(origin: .zero, size: size))
    view.setup()
    view.style()
    view.model = ListViewModel(state: state, localState: ListLocalState())
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.addSubview(view)
    view.frame = window.bounds
    view.layoutIfNeeded()
    return view
  }

  private func button(_ title: String, in view: UIView) -> UIButton? {
    view.subviews.compactMap { $0 as? UIButton }.first { $0.currentTitle == title }
  }

  @Test(arguments: [320, 390, 768, 1280] as [CGFloat])
  func thePagerHasTwoPagesOfTheScreensWidth(width: CGFloat) throws {
    let view = listView(CGSize(width: width, height: 844))
    let pager = try #require(view.subviews.first { $0 is UIScrollView } as? UIScrollView)
    #expect(pager.frame.width == width)
    #expect(pager.frame.maxY == 844)
    #expect(pager.contentSize == CGSize(width: 2 * width, height: pager.bounds.height))
    #expect(pager.subviews.map(\.frame.minX) == [0, width])
  }

  @Test func theArchiveButtonIsBelowTheScreenUntilAnItemIsCompleted() throws {
    let size = CGSize(width: 390, height: 844)
    let title = "Archive completed items"
    #expect(button(title, in: listView(size))?.frame.minY == 844)
    let view = listView(size) { $0.items[0].completed = true }
    #expect(button(title, in: view)?.frame.maxY.rounded() == CGFloat(844 - 85))
    #expect(button(title, in: view)?.frame.midX == 195)
  }

  @Test func aRowIsAsHighAsItsTextAndThePadding() {
    let short = TodoCell.size(for: TodoCellViewModel(todo: Todo(text: "Short")), width: 390)
    let long = Todo(text: String(repeating: "many words ", count: 20))
    let narrow = TodoCell.size(for: TodoCellViewModel(todo: long), width: 320)
    let wide = TodoCell.size(for: TodoCellViewModel(todo: long), width: 768)
    #expect(short == CGSize(width: 390, height: 44))
    #expect(narrow.height > wide.height && wide.height > short.height)
  }
}
