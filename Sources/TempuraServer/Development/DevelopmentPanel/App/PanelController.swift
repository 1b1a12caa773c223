internal import Foundation
internal import Katana
internal import Tempura
internal import TempuraUI

/// Asks the source for what its screen shows, and dispatches what the view reports.
class PanelController<V: PanelScreenView>: ViewController<V>, Routable {
  /// The session that the URL names.
  private let session: String?

  init(_ store: PartialStore<PanelState>, session: String?) {
    self.session = session
    super.init(store: store)
    title = V.Content.screen.title
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  var routeIdentifier: RouteElementIdentifier { V.Content.screen.rawValue }

  override func setupInteraction() {
    rootView.did = { [unowned self] in dispatch($0) }
    rootView.header.did = { [unowned self] in dispatch($0) }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    NotificationCenter.default.addObserver(
      self, selector: PanelController.sourceDidChange, name: Notification.Name(PanelDelegate.change), object: nil)
    if let session, session != state.choices.session {
      var choices = state.choices
      choices.session = session
      dispatch(Choose(choices: choices))
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    NotificationCenter.default.removeObserver(self)
    super.viewWillDisappear(animated)
  }

  private func sourceDidChange() { dispatch(Refresh(screen: V.Content.screen)) }

  /// What is shown follows what is chosen.
  override func didUpdate(old: V.VM?) {
    super.didUpdate(old: old)
    guard let viewModel, viewModel.choices != viewModel.answeredChoices, viewModel.choices != old?.choices else {
      return
    }
    dispatch(Refresh(screen: V.Content.screen))
  }
}

/// Also lets the user open a file.
final class ExportController: PanelController<ExportView>, UIDocumentPickerDelegate {
  override func setupInteraction() {
    super.setupInteraction()
    rootView.didTapOpen = { [unowned self] in
      let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.item], asCopy: true)
      picker.delegate = self
      present(picker, animated: true)
    }
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    if let url = urls.first { dispatch(OpenRecording(url: url)) }
  }
}
