import Katana
import Tempura
import UIKit
import UniformTypeIdentifiers

final class ChatViewController: ViewControllerWithLocalState<ChatView> {
  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .never
    navigationItem.titleView = rootView.titleView
    rootView.titleView.frame = CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width - 140, height: 44)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      image: UIImage(systemName: "info.circle"), style: .plain, target: self, action: ChatViewController.openContact)
    navigationItem.rightBarButtonItem?.accessibilityLabel = NSLocalizedString("Details", comment: "")
    hidesBottomBarWhenPushed = true
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    rootView.scrollToBottom(animated: false)
  }

  override func didUpdate(old: ChatViewModel?) {
    title = viewModel?.title
    navigationItem.backButtonTitle = ""
  }

  override func setupInteraction() {
    let chatID = localState.chatID
    rootView.titleView.addTarget(self, action: ChatViewController.openContact, for: .touchUpInside)
    rootView.didReact = { [unowned self] id, emoji in
      dispatch(ChangeMessage(id: id, chatID: chatID) { $0.reaction = $0.reaction == emoji ? nil : emoji })
    }
    rootView.didReply = { [unowned self] id in
      localState.quotedID = id
      rootView.composer.textView.becomeFirstResponder()
    }
    rootView.didCopy = { text in UIPasteboard.general.string = text }
    rootView.didDelete = { [unowned self] id in dispatch(DeleteMessage(id: id, chatID: chatID)) }
    rootView.composer.didCancelQuote = { [unowned self] in localState.quotedID = nil }
    rootView.composer.didSend = { [unowned self] text in
      dispatch(SendMessage(text: text, quotedID: localState.quotedID, chatID: chatID))
      localState.quotedID = nil
      rootView.scrollToBottom(animated: true)
      UIImpactFeedbackGenerator(style: .light).impactOccurred()
    }
    rootView.composer.didTapAttach = { [unowned self] in showAttachments() }
  }

  private func openContact() {
    guard let id = viewModel?.contactID else { return }
    dispatch(Show(Screen.contact, animated: true, context: id))
  }

  private func showAttachments() {
    let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    sheet.addAction(
      UIAlertAction(title: NSLocalizedString("Photo Library", comment: ""), style: .default) { [unowned self] _ in
        let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.image], asCopy: true)
        picker.allowsMultipleSelection = true
        picker.delegate = self
        present(picker, animated: true)
      })
    sheet.addAction(
      UIAlertAction(title: NSLocalizedString("Document", comment: ""), style: .default) { [unowned self] _ in
        let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.pdf, .plainText], asCopy: true)
        picker.delegate = self
        present(picker, animated: true)
      })
    sheet.addAction(UIAlertAction(title: NSLocalizedString("Cancel", comment: ""), style: .cancel))
    sheet.popoverPresentationController?.sourceView = rootView.composer
    sheet.popoverPresentationController?.sourceRect = rootView.composer.bounds
    present(sheet, animated: true)
  }

  fileprivate func sendPicture() {
    let number = (viewModel?.rows.count ?? 0) % Theme.avatarColors.count
    dispatch(SendMessage(text: "", picture: number, chatID: localState.chatID))
  }
}

extension ChatViewController: UIDocumentPickerDelegate {
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    for url in urls {
      guard UTType(filenameExtension: url.pathExtension)?.conforms(to: .image) != true else {
        sendPicture()
        continue
      }
      dispatch(SendMessage(text: "📄 " + url.lastPathComponent, chatID: localState.chatID))
    }
  }
}

extension ChatViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { Screen.chat.rawValue }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    [
      .show(Screen.contact): .push { [unowned self] context in
        ContactViewController(store: store, localState: ContactLocalState(contactID: context as? String ?? ""))
      },
      .hide(Screen.chat): .pop,
    ]
  }
}
