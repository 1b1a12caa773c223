internal import Katana
internal import Recordings
internal import Tempura
internal import TempuraUI

struct HeaderViewModel: ViewModel, Equatable {
  let screen: ScreenName
  let content: HeaderContent
  let choices: Choices
  let problem: String?

  init(_ state: PanelState, on screen: ScreenName) {
    self.screen = screen
    (content, choices, problem) = (state.header, state.choices, state.problem)
  }

  var sessionTitle: String {
    content.sessions.first { $0.id == content.session }?.title ?? "no session"
  }

  var travel: String? {
    content.shownStep.map { "The tabs show step \($0) of \(content.lastStep)." }
  }

  /// The sentence that stands for a screen that has nothing to show.
  var nothing: String? {
    content.session == nil ? "No session yet. Open a page of the app: what happens there is shown here." : nil
  }
}

/// The screens, the sessions, the network; while travelling, where to.
final class HeaderView: SectionView, ModellableView {
  private let tabs = UISegmentedControl(items: ScreenName.allCases.map(\.title))
  private let sessionButton = UIButton(type: .system)
  private let networkControl = UISegmentedControl(items: NetworkCondition.allCases.map(\.title))
  private let travelBar = UIView()
  private let travelLabel = UILabel()
  private let returnButton = UIButton.plain("Return to the present")
  private let resumeButton = UIButton.plain("Resume from here")
  private let problemLabel = UILabel()
  private let noteLabel = UILabel()
  private let nothingLabel = UILabel()

  var did: CustomInteraction<any Dispatchable>?

  override func setup() {
    tabs.on(.valueChanged) { [unowned self] tabs in
      did?(Navigate(to: [ScreenName.allCases[tabs.selectedSegmentIndex].rawValue]))
    }
    networkControl.on(.valueChanged) { [unowned self] control in
      guard let model else { return }
      did?(SetNetwork(network: NetworkCondition.allCases[control.selectedSegmentIndex], screen: model.screen))
    }
    returnButton.on(.touchUpInside) { [unowned self] _ in
      if let model { did?(ReturnToPresent(screen: model.screen)) }
    }
    resumeButton.on(.touchUpInside) { [unowned self] _ in if let model { did?(Resume(screen: model.screen)) } }
    for view in [travelLabel, returnButton, resumeButton] { travelBar.addSubview(view) }
    for view in [tabs, sessionButton, networkControl, travelBar, problemLabel, noteLabel, nothingLabel] {
      addSubview(view)
    }
  }

  override func style() {
    tabs.accessibilityLabel = "Screen"
    tabs.apportionsSegmentWidthsByContent = true
    networkControl.accessibilityLabel = "Network"
    networkControl.apportionsSegmentWidthsByContent = true
    for label in [travelLabel, problemLabel] { label.accessibilityTraits = .updatesFrequently }
    resumeButton.accessibilityHint = "What followed stays as a branch."
  }

  func update(oldModel: HeaderViewModel?) {
    guard let model, model != oldModel else { return }
    tabs.selectedSegmentIndex = ScreenName.allCases.firstIndex(of: model.screen) ?? 0
    let mails = model.content.mailCount
    tabs.setTitle(
      mails == 0 ? ScreenName.mails.title : "\(ScreenName.mails.title) \(mails)",
      forSegmentAt: ScreenName.allCases.firstIndex(of: .mails) ?? 0)
    networkControl.selectedSegmentIndex = NetworkCondition.allCases.firstIndex(of: model.content.network) ?? 0
    networkControl.selectedSegmentTintColor = model.content.network == .good ? nil : .systemOrange
    sessionButton.setTitle(model.sessionTitle, for: .normal)
    sessionButton.accessibilityLabel = "Session: \(model.sessionTitle)"
    if model.content.sessions != oldModel?.content.sessions || model.content.session != oldModel?.content.session {
      sessionButton.menu = menu(of: model.content)
      sessionButton.showsMenuAsPrimaryAction = true
    }
    sessionButton.isHidden = model.content.sessions.isEmpty
    travelLabel.text = model.travel
    travelBar.isHidden = model.travel == nil
    show(model.problem, in: problemLabel)
    show(model.content.stateProblem.map { "There are no states to go back to: \($0)" }, in: noteLabel)
    show(model.nothing, in: nothingLabel)
  }

  private func show(_ text: String?, in label: UILabel) { (label.text, label.isHidden) = (text, text == nil) }

  private func menu(of content: HeaderContent) -> UIMenu {
    UIMenu(
      options: .singleSelection,
      children: content.sessions.map { session in
        UIAction(
          title: session.title, subtitle: session.detail, identifier: UIAction.Identifier(session.id),
          state: session.id == content.session ? .on : .off
        ) { [unowned self] _ in
          guard var choices = model?.choices else { return }
          choices.session = session.id
          did?(Choose(choices: choices))
        }
      })
  }
}

extension NetworkCondition {
  var title: String {
    switch self {
    case .good: "good network"
    case .slow: "300 ms"
    case .lossy: "loss"
    case .offline: "none"
    }
  }
}
