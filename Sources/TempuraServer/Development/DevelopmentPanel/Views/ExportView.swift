internal import Foundation
internal import Katana
internal import Tempura
internal import TempuraUI

/// The recording as a file, and as a test.
final class ExportView: UIView, PanelScreenView {
  typealias Content = ExportContent

  let header = HeaderView()
  private let fileView = UIView()
  private let fileTitleLabel = UILabel()
  private let summaryLabel = UILabel()
  private let makeButton = UIButton.plain("Make a file")
  private let fileLabel = UILabel()
  private let openButton = UIButton.plain("Open a recording")
  private let testView = UIView()
  private let testTitleLabel = UILabel()
  private let rangeLabel = UILabel()
  private let testButton = UIButton.plain("Make a test")
  private let sourceView = UITextView()

  var did: CustomInteraction<any Dispatchable>?
  var didTapOpen: Interaction?

  func setup() {
    makeButton.on(.touchUpInside) { [unowned self] _ in did?(MakeFile()) }
    openButton.on(.touchUpInside) { [unowned self] _ in didTapOpen?() }
    testButton.on(.touchUpInside) { [unowned self] _ in choose { $0.showsTest = true } }
    for view in [fileTitleLabel, summaryLabel, makeButton, fileLabel, openButton] { fileView.addSubview(view) }
    for view in [testTitleLabel, rangeLabel, testButton, sourceView] { testView.addSubview(view) }
    for view in [header, fileView, testView] { addSubview(view) }
  }

  func style() {
    fileTitleLabel.text = "As a file"
    testTitleLabel.text = "As a test"
    for label in [fileTitleLabel, testTitleLabel] { label.accessibilityTraits = .header }
    sourceView.accessibilityLabel = "Source of the test"
  }

  func update(oldModel: ScreenViewModel<ExportContent>?) {
    guard let model, model != oldModel else { return }
    header.model = model.header
    summaryLabel.text = model.content.summary
    let file = model.file.flatMap { $0.session == model.header.content.session ? $0 : nil }
    fileLabel.isHidden = file == nil
    if let file {
      let text = "Save \(file.title) (\(Format.bytes(file.bytes)), up to step \(file.lastStep))"
      fileLabel.attributedText = NSAttributedString(
        string: text, attributes: [.link: URL(string: "/files/\(file.name)") as Any])
    }
    rangeLabel.text =
      model.content.step.map { "Up to step \($0), which is selected." }
      ?? "All steps. Select a step first to end the test there."
    testButton.isHidden = model.content.test != nil
    if model.content.test != oldModel?.content.test { sourceView.text = model.content.test ?? "" }
    sourceView.isHidden = model.content.test == nil
    let hasSession = model.header.nothing == nil
    for view in [summaryLabel, makeButton, testView] { view.isHidden = !hasSession }
  }
}
