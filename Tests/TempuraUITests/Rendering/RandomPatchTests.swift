import Foundation
import HTML
import TempuraTesting
import TestSupport
import Testing

@testable import TempuraUI

/// Whatever a user and an app do on a screen: the recorded patches lead from each page to the next one.
@Suite(.app) struct RandomPatchTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64], [false, true])
  func patchedPagesEqualRenderedOnes(seed: UInt64, isFramed: Bool) throws {
    let play = ScreenPlay(seed: seed, isFramed: isFramed)
    try play.run(steps: 150)
    #expect(play.recorded > 80, "\(play.recorded) of 150 steps had a patch")
    #expect(play.unrecorded < 15, "\(play.unrecorded) of 150 steps had none")
  }
}

/// A screen with a table, controls, modal screens and alerts, on which random things happen.
final class ScreenPlay {
  private let window = UIWindow(frame: UIScreen.main.bounds)
  private let screen: PlayScreen
  private let renderer = HTMLRenderer()
  private var document = PatchedDocument(markup: "")
  private var random: SeededNumbers
  private let name: String
  private var rowCount = 0
  private var styles = ""

  /// How many renderings had a patch, and how many needed the whole page.
  private(set) var recorded = 0
  private(set) var unrecorded = 0

  init(seed: UInt64, isFramed: Bool) {
    random = SeededNumbers(seed: seed)
    name = "seed \(seed)\(isFramed ? ", framed" : "")"
    screen = PlayScreen(isFramed: isFramed)
    window.rootViewController = screen
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    renderer.update(window)
    reload()
  }

  private func reload() {
    document = PatchedDocument(markup: renderer.html)
    styles = renderer.styles.css
  }

  func run(steps: Int) throws {
    for step in 0..<steps {
      var log: [String] = []
      for _ in 0..<(1 + number(below: 3)) { log.append(act()) }
      window.layoutIfNeeded()
      let old = renderer.html
      let change = renderer.update(window, recording: true)
      var markup = ""
      do {
        switch change {
        case .unchanged: break
        case .recorded(let patch):
          recorded += 1
          markup = String(decoding: patch.markup, as: UTF8.self)
          styles += String(decoding: patch.rules, as: UTF8.self)
          try document.apply(markup)
        case .unrecorded, .renewed:
          unrecorded += 1
          reload()
        }
        guard document.markup == PatchedDocument(markup: renderer.html).markup else { throw TestError("another page") }
        guard styles == renderer.styles.css else { throw TestError("other styles") }
      } catch {
        throw TestError(
          "\(name), step \(step): \(error) after \(log):\n\(old)\n\(renderer.html)\n\(markup)\n\(document.markup)")
      }
    }
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func text() -> String {
    ["", "a", "some <text> & more", "👍🏽", "two\nlines", "a text that is a good deal longer than the others"][
      number(below: 6)] + "\(number(below: 99))"
  }

  private func act() -> String {
    let view = screen.play
    switch number(below: 22) {
    case 0, 1:
      view.title.text = text()
      return "title"
    case 2:
      view.field.text = text()
      view.field.placeholder = number(below: 2) == 0 ? nil : "name"
      return "field"
    case 3:
      view.toggle.isOn.toggle()
      return "switch"
    case 4:
      let views: [UIView] = [view.title, view.field, view.toggle, view.stack, view.table, view]
      views[number(below: 5)].isHidden.toggle()
      return "hide"
    case 5, 6:
      rowCount += 1
      let section = number(below: screen.sections.count)
      screen.sections[section].insert("r\(rowCount)", at: number(below: screen.sections[section].count + 1))
      view.table.reloadData()
      return "insert row"
    case 7:
      let section = number(below: screen.sections.count)
      if !screen.sections[section].isEmpty {
        screen.sections[section].remove(at: number(below: screen.sections[section].count))
      }
      view.table.reloadData()
      return "delete row"
    case 8:
      screen.sections[number(below: screen.sections.count)].shuffle(using: &random)
      view.table.reloadData()
      return "shuffle rows"
    case 9:
      if screen.sections.count < 4, number(below: 2) == 0 {
        rowCount += 1
        screen.sections.insert(["s\(rowCount)"], at: number(below: screen.sections.count + 1))
      } else if screen.sections.count > 1 {
        screen.sections.remove(at: number(below: screen.sections.count))
      }
      view.table.reloadData()
      return "sections"
    case 10:
      if let cell = view.table.visibleCells.randomElement(using: &random) {
        cell.textLabel?.text = text()
        cell.accessoryType = [.none, .checkmark, .disclosureIndicator][number(below: 3)]
      }
      return "row"
    case 11:
      if let cell = view.table.visibleCells.randomElement(using: &random) {
        let label = UILabel()
        label.text = text()
        cell.contentView.addSubview(label)
        if number(below: 2) == 0 { cell.contentView.subviews.first?.removeFromSuperview() }
      }
      return "content of row"
    case 12:
      if let cell = view.table.visibleCells.randomElement(using: &random) {
        cell.contentView.isHidden = number(below: 4) == 0
        cell.contentView.backgroundColor = number(below: 2) == 0 ? .red : nil
      }
      return "content view"
    case 13, 14:
      let label = UILabel()
      label.text = text()
      view.stack.insertArrangedSubview(label, at: number(below: view.stack.arrangedSubviews.count + 1))
      if view.stack.arrangedSubviews.count > 8 { view.stack.arrangedSubviews[0].removeFromSuperview() }
      return "stack"
    case 15:
      let views = view.stack.arrangedSubviews
      if !views.isEmpty {
        view.stack.insertArrangedSubview(views[number(below: views.count)], at: number(below: views.count))
      }
      return "order of stack"
    case 16:
      view.title.alpha = CGFloat(number(below: 100)) / 100
      view.stack.spacing = CGFloat(number(below: 50))
      return "styles"
    case 17:
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
      layer.backgroundColor = UIColor.red.cgColor
      if number(below: 2) == 0 { view.layer.addSublayer(layer) } else { view.layer.sublayers?.last?.isHidden.toggle() }
      return "layer"
    case 18:
      if let modal = screen.presentedViewController { modal.dismiss(animated: false) } else { presentSomething() }
      return "modal"
    case 19:
      view.title.gestureRecognizers?.forEach { view.title.removeGestureRecognizer($0) }
      if number(below: 2) == 0 { view.title.addGestureRecognizer(UITapGestureRecognizer()) }
      return "gesture"
    case 20:
      view.title.accessibilityIdentifier = number(below: 2) == 0 ? nil : "id-\(number(below: 3))"
      return "id"
    default:
      view.button.isEnabled.toggle()
      view.button.setTitle(text(), for: .normal)
      return "button"
    }
  }

  private func presentSomething() {
    if number(below: 2) == 0 {
      let alert = UIAlertController(title: text(), message: text(), preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      screen.present(alert, animated: false)
    } else {
      let modal = UIViewController()
      let label = UILabel()
      label.text = text()
      modal.view.addSubview(label)
      screen.present(modal, animated: false)
    }
  }
}

private final class PlayView: UIView {
  let title = UILabel()
  let field = UITextField()
  let toggle = UISwitch()
  let button = UIButton()
  let stack = UIStackView()
  let table = UITableView(frame: .zero, style: .plain)
  var isFramed = false

  override func layoutSubviews() {
    super.layoutSubviews()
    guard isFramed else { return }
    for (index, view) in [title, field, toggle, button, stack, table].enumerated() {
      view.frame = CGRect(x: 0, y: CGFloat(index) * 60, width: bounds.width, height: index == 5 ? 400 : 50)
    }
  }
}

private final class PlayScreen: UIViewController, UITableViewDataSource {
  let play = PlayView()
  var sections = [["a", "b"], ["c"]]

  init(isFramed: Bool) {
    play.isFramed = isFramed
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func loadView() {
    view = play
    for view in [play.title, play.field, play.toggle, play.button, play.stack, play.table] { play.addSubview(view) }
    play.table.dataSource = self
    play.table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
  }

  func numberOfSections(in tableView: UITableView) -> Int { sections.count }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    section == 1 ? "Section" : nil
  }
  func tableView(_ tableView: UITableView, identityForRowAt indexPath: IndexPath) -> String? {
    sections[indexPath.section][indexPath.row]
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    cell.textLabel?.text = sections[indexPath.section][indexPath.row]
    return cell
  }
}
