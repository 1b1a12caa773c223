internal import Katana
internal import Tempura
internal import TempuraUI

extension ScreenViewModel<StepsContent> {
  /// What stands in the place of rows; nil if there are some, or no session.
  fileprivate var nothing: String? {
    guard content.rows.isEmpty, answeredChoices != nil, header.nothing == nil else { return nil }
    if !choices.search.isEmpty { return "No step contains “\(choices.search)”." }
    return content.counts.allSatisfy { $0 == 0 } ? "Nothing has happened yet." : "All steps are hidden by the filters."
  }
}

/// The timeline.
final class StepsView: UIView, PanelScreenView {
  typealias Content = StepsContent

  let header = HeaderView()
  private let bar = UIView()
  private let searchField = UISearchTextField()
  private let travelButtons = UIView()
  private let firstButton = UIButton.plain("⇤")
  private let backButton = UIButton.plain("←")
  private let forwardButton = UIButton.plain("→")
  private let lastButton = UIButton.plain("⇥")
  private let kinds = RowList<KindCell>.ofRows()
  private let panes = UIView()
  private let timeline = UIView()
  /// Its style sheet keeps the end in sight: the content is a column from the end.
  private let rows = UIView()
  private let branchLabel = UILabel()
  private let presentButton = UIButton.plain("Show the present line")
  private let noteLabel = UILabel()
  private let earlierButton = UIButton(type: .system)
  private let list = RowList<StepCell>.ofRows()
  private let laterButton = UIButton(type: .system)
  private let nothingLabel = UILabel()
  private let details = StepDetailsView()

  var did: CustomInteraction<any Dispatchable>?

  func setup() {
    searchField.on(.editingChanged) { [unowned self] field in choose { ($0.search, $0.end) = (field.text ?? "", nil) } }
    for (button, target) in [
      (firstButton, Travel.Target.first), (backButton, .back), (forwardButton, .forward), (lastButton, .last),
    ] {
      button.on(.touchUpInside) { [unowned self] _ in did?(Travel(target: target, screen: .steps)) }
      travelButtons.addSubview(button)
    }
    presentButton.on(.touchUpInside) { [unowned self] _ in choose { ($0.line, $0.end) = (nil, nil) } }
    earlierButton.on(.touchUpInside) { [unowned self] _ in
      // A few rows stay, to see where it goes on.
      if let content = model?.content { choose { $0.end = content.earlier + min(20, content.rows.count) } }
    }
    laterButton.on(.touchUpInside) { [unowned self] _ in
      guard let content = model?.content else { return }
      let end = content.found - content.later + StepsContent.maxRows - 20
      choose { $0.end = end >= content.found ? nil : end }
    }
    kinds.useDiffs = true
    kinds.configureInteractions = { [unowned self] cell, _ in
      cell.didTap = { [unowned self] kind in
        choose { choices in
          choices.end = nil
          choices.hiddenKinds.toggle(kind.id)
        }
      }
    }
    list.useDiffs = true
    list.configureInteractions = { [unowned self] cell, _ in
      cell.didTap = { [unowned self] row in
        if let line = row.line { return choose { ($0.line, $0.end) = (line, nil) } }
        choose { $0.step = String($0.step ?? 0) == row.id ? nil : Int(row.id) }
      }
    }
    details.did = { [unowned self] act in
      switch act {
      case .close: choose { $0.step = nil }
      case .show(let step): did?(Travel(target: .step(step), screen: .steps))
      case .select(let step): choose { $0.step = step }
      case .openState: did?(Navigate(to: [ScreenName.state.rawValue]))
      }
    }
    for view in [searchField, travelButtons, kinds] { bar.addSubview(view) }
    for view in [branchLabel, presentButton, noteLabel, earlierButton, list, laterButton, nothingLabel] {
      rows.addSubview(view)
    }
    timeline.addSubview(rows)
    for view in [timeline, details] { panes.addSubview(view) }
    for view in [header, bar, panes] { addSubview(view) }
  }

  func style() {
    searchField.placeholder = "Search names, values, changes"
    searchField.accessibilityLabel = "Search"
    kinds.accessibilityLabel = "Kinds of steps"
    list.accessibilityLabel = "Steps"
    branchLabel.text = "These steps belong to a branch that was left."
    for (button, label) in [
      (firstButton, "Show the first step"), (backButton, "Back"), (forwardButton, "Forward"),
      (lastButton, "Show the last step"),
    ] {
      button.accessibilityLabel = label
    }
  }

  func update(oldModel: ScreenViewModel<StepsContent>?) {
    guard let model, model != oldModel else { return }
    header.model = model.header
    let content = model.content
    if searchField.text ?? "" != model.choices.search { searchField.text = model.choices.search }
    let hasStates = model.header.content.stateProblem == nil
    for button in [firstButton, backButton] { button.isEnabled = model.header.content.canGoBack && hasStates }
    for button in [forwardButton, lastButton] { button.isEnabled = model.header.content.canGoForward && hasStates }
    kinds.source = SimpleSource(
      zip(StepKind.allCases, content.counts).map {
        KindModel(id: $0, count: $1, isShown: !model.choices.hiddenKinds.contains($0))
      }.filter { $0.count > 0 || !$0.isShown })
    for view in [branchLabel, presentButton] { view.isHidden = !content.isBranch }
    (noteLabel.text, noteLabel.isHidden) = (content.note, content.note == nil)
    earlierButton.setTitle("Show earlier: \(Format.count(content.earlier)) more", for: .normal)
    earlierButton.isHidden = content.earlier == 0
    laterButton.setTitle("Show later: \(Format.count(content.later)) more", for: .normal)
    laterButton.isHidden = content.later == 0
    list.source = SimpleSource(content.rows)
    (nothingLabel.text, nothingLabel.isHidden) = (model.nothing, model.nothing == nil)
    details.model = StepDetailsViewModel(details: content.details, hasStates: hasStates)
    details.isHidden = content.details == nil
    for view in [bar, panes] { view.isHidden = model.header.nothing != nil }
  }
}

struct KindModel: ViewModel, Equatable, Identifiable {
  let id: StepKind
  let count: Int
  let isShown: Bool
}

/// A button that hides the steps of a kind, or shows them.
final class KindCell: ButtonCell<KindModel> {
  override func update(oldModel: KindModel?) {
    guard let model, model != oldModel else { return }
    button.parts = [.init(name: "kind", text: model.id.title), .init(name: "count", text: Format.count(model.count))]
    button.marks = [model.id.rawValue]
    button.isSelected = model.isShown
  }
}

/// A row of the timeline.
final class StepCell: ButtonCell<StepRow> {
  override func update(oldModel: StepRow?) {
    guard let row = model, row != oldModel else { return }
    button.parts = [
      .init(name: "number", text: row.number), .init(name: "time", text: row.time),
      .init(name: "kind", text: row.kind?.title ?? "branch"),
      .init(
        name: "title depth-\(row.depth)", text: (row.cause.map { "↳ \($0) " } ?? "") + row.title, rest: row.values),
      .init(name: "outcome", text: row.outcome), .init(name: "duration", text: row.duration),
    ]
    button.marks = [row.kind?.rawValue ?? "branch"] + row.marks
    button.isSelected = row.marks.contains("selected")
  }
}

struct StepDetailsViewModel: ViewModel, Equatable {
  let details: StepDetails?
  let hasStates: Bool
}

/// All that is known of the selected step.
final class StepDetailsView: SectionView, ModellableView {
  enum Act {
    case close
    case show(Int)
    case select(Int)
    case openState
  }

  private let titleLine = LineView()
  private let showButton = UIButton.plain("Show this step")
  private let stateButton = UIButton.plain("Its state")
  private let closeButton = UIButton.plain("✕")
  private let facts = FactList.ofRows()

  var did: CustomInteraction<Act>?

  override func setup() {
    closeButton.on(.touchUpInside) { [unowned self] _ in did?(.close) }
    showButton.on(.touchUpInside) { [unowned self] _ in if let details = model?.details { did?(.show(details.step)) } }
    stateButton.on(.touchUpInside) { [unowned self] _ in did?(.openState) }
    facts.configureInteractions = { [unowned self] cell, _ in cell.didTapLink = { [unowned self] in did?(.select($0)) }
    }
    for view in [titleLine, showButton, stateButton, closeButton, facts] { addSubview(view) }
  }

  override func style() {
    closeButton.accessibilityLabel = "Close the details"
    facts.accessibilityLabel = "Details"
  }

  func update(oldModel: StepDetailsViewModel?) {
    guard let model, model != oldModel, let details = model.details else { return }
    titleLine.parts = [
      .init(name: "number", text: "\(details.step)"), .init(name: "kind", text: details.kind.title),
      .init(name: "title", text: details.title),
    ]
    titleLine.marks = [details.kind.rawValue] + (details.isFailed ? ["failed"] : [])
    showButton.isEnabled = model.hasStates && !details.isShown
    stateButton.isHidden = !model.hasStates
    facts.source = SimpleSource(details.facts)
  }
}
