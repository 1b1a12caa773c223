import Foundation
import Testing

@testable import TempuraUI

/// One walk finds all views that a form names.
@Suite struct ViewIndexTests {
  private final class Screen: UIView {
    let fields = [UITextField(), UITextField(), UITextField()]
    let slider = UISlider()
  }

  private func screen() -> Screen {
    let screen = Screen()
    for view in screen.fields + [screen.slider] { screen.addSubview(view) }
    return screen
  }

  @Test func viewsAndPartsAreFoundTogether() {
    let screen = screen()
    screen.fields[1].accessibilityIdentifier = "own"
    let ids = ["screen.slider.set", "screen.fields.2", "own", "screen.fields.0", "screen.fields.9"]
    let index = ViewIndex(of: ids, in: screen)
    #expect(index.view(withID: "screen.fields.0") === screen.fields[0])
    #expect(index.view(withID: "own") === screen.fields[1])
    #expect(index.view(withID: "screen.fields.2") === screen.fields[2])
    #expect(index.target(withID: "screen.slider.set") { ($0, $1) }?.0 === screen.slider)
    #expect(index.target(withID: "screen.slider.set") { $1 } == "set")
    #expect(index.target(withID: "screen.fields.9") { $1 } == nil)
    #expect(ids.map(index.count(ofID:)) == [1, 1, 1, 1, 0])
  }

  @Test func anIDOfSeveralViewsIsCountedAndMeansTheOneThatCanBeUsed() {
    let screen = screen()
    for field in screen.fields.dropFirst() { field.accessibilityIdentifier = "shared" }
    screen.fields[1].isHidden = true
    let index = ViewIndex(of: ["shared", "screen.fields.0"], in: screen)
    #expect(index.view(withID: "shared") === screen.fields[2])
    #expect(index.count(ofID: "shared") == 2)
  }

  @Test func idsAreComparedByTheirBytes() {
    let screen = screen()
    screen.fields[0].accessibilityIdentifier = "caf\u{E9}"
    #expect(ViewIndex(of: ["caf\u{E9}"], in: screen).view(withID: "caf\u{E9}") === screen.fields[0])
    #expect(ViewIndex(of: ["cafe\u{301}"], in: screen).view(withID: "cafe\u{301}") == nil)
  }

  private final class Form: UIView, UITableViewDataSource {
    let table = UITableView()
    let name = UITextField()
    let (first, second) = (UIButton(), UIButton())

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell()
      let views = indexPath.row == 0 ? [first] : [name, second]
      for view in views { cell.contentView.addSubview(view) }
      return cell
    }
  }

  @Test func aViewInARowIsFoundByAnIDThatDoesNotBeginWithTheRows() throws {
    let form = Form()
    form.table.dataSource = form
    form.addSubview(form.table)
    form.second.accessibilityIdentifier = "second"
    form.layoutIfNeeded()
    let row = try #require(form.table.cellForRow(at: IndexPath(row: 1, section: 0)))
    let index = ViewIndex(of: [row.contentView.elementID, "form.name", "second"], in: form)
    #expect(index.view(withID: row.contentView.elementID) === row.contentView)
    #expect(index.view(withID: "form.name") === form.name)
    #expect(index.view(withID: "second") === form.second)
    #expect(ViewIndex(of: ["form.first"], in: form).view(withID: "form.first") === form.first)
  }
}
