import Tempura
import UIKit

final class NavigationScreen: ScreenView {
  private let pushButton = UIButton(type: .system)
  private let promptButton = UIButton(type: .system)

  private let largeTitleButton = UIButton(type: .system)
  private let toolbarButton = UIButton(type: .system)

  var didTapPush: Interaction?
  var didTapPrompt: Interaction?
  var didTapLargeTitle: Interaction?
  var didTapToolbar: Interaction?

  override func addExamples() {
    pushButton.setTitle("Push a screen", for: .normal)
    pushButton.on(.touchUpInside) { [unowned self] _ in didTapPush?() }
    promptButton.setTitle("Show or hide the prompt", for: .normal)
    promptButton.on(.touchUpInside) { [unowned self] _ in didTapPrompt?() }
    largeTitleButton.setTitle("Make the title large or small", for: .normal)
    largeTitleButton.on(.touchUpInside) { [unowned self] _ in didTapLargeTitle?() }
    toolbarButton.setTitle("Show or hide the toolbar", for: .normal)
    toolbarButton.on(.touchUpInside) { [unowned self] _ in didTapToolbar?() }
    let text = UILabel()
    text.text = "The bar above has a back button, a title, and buttons at its end, of which one is disabled."
    addGroup("The bar", [text, promptButton, largeTitleButton])
    addGroup("The toolbar", [toolbarButton])
    addGroup("The stack", [pushButton])
  }
}

final class NavigationViewController: ScreenViewController<NavigationScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    let disabled = item("Save")
    disabled.isEnabled = false
    navigationItem.rightBarButtonItems = [item("Edit"), disabled]
    rootView.didTapPush = { [unowned self] in dispatch(Show("pushed")) }
    rootView.didTapPrompt = { [unowned self] in
      navigationItem.prompt = navigationItem.prompt == nil ? "A line above the title" : nil
      dispatch(NoteEvent(event: navigationItem.prompt == nil ? "The prompt went away" : "The prompt came"))
    }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    let more = UIBarButtonItem(
      title: "More",
      menu: UIMenu(
        children: ["Copy", "Move"].map { title in UIAction(title: title) { [unowned self] _ in note(title) } }))
    toolbarItems = [item("Reply"), .flexibleSpace(), item("Archive"), .fixedSpace(16), more]
    rootView.didTapLargeTitle = { [unowned self] in
      let bar = navigationController?.navigationBar
      bar?.prefersLargeTitles = bar?.prefersLargeTitles == false
      note("The size of the title changed")
    }
    rootView.didTapToolbar = { [unowned self] in
      let isHidden = navigationController?.isToolbarHidden == true
      navigationController?.setToolbarHidden(!isHidden, animated: true)
      note(isHidden ? "The toolbar came" : "The toolbar went away")
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    navigationController?.navigationBar.prefersLargeTitles = false
    navigationController?.setToolbarHidden(true, animated: animated)
  }

  private func note(_ event: String) { dispatch(NoteEvent(event: event)) }

  private func item(_ title: String) -> UIBarButtonItem {
    UIBarButtonItem(title: title) { [unowned self] item in
      dispatch(NoteEvent(event: "\(item.title ?? "") was tapped"))
    }
  }

  override var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    let pushed = Entry(id: "pushed", title: "Pushed") { PushedViewController($0, store: $1) }
    return [
      .hide(entry.id): .pop,
      .show(pushed.id): .push { [unowned self] _ in pushed.make(pushed, store) },
    ]
  }
}

/// A screen on top of the stack, with buttons at both ends of its bar.
final class PushedScreen: ScreenView {
  private let popButton = UIButton(type: .system)

  var didTapPop: Interaction?

  override func addExamples() {
    popButton.setTitle("Pop this screen", for: .normal)
    popButton.on(.touchUpInside) { [unowned self] _ in didTapPop?() }
    addGroup("The top of the stack", [popButton])
  }
}

final class PushedViewController: ScreenViewController<PushedScreen> {
  override func setupInteraction() {
    super.setupInteraction()
    let leave = UIBarButtonItem(barButtonSystemItem: .cancel) { [unowned self] _ in dispatch(Hide()) }
    navigationItem.leftBarButtonItem = leave
    navigationItem.rightBarButtonItem = UIBarButtonItem(image: UIImage(named: "add")) { [unowned self] _ in
      dispatch(NoteEvent(event: "Add was tapped"))
    }
    navigationItem.rightBarButtonItem?.accessibilityLabel = "Add"
    rootView.didTapPop = { [unowned self] in dispatch(Hide()) }
  }
}
