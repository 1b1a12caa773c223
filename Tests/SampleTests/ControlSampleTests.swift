import Testing
import UIKit
import UniformTypeIdentifiers

/// Bars, alerts and file pickers, as apps on iOS use them.
private final class SampleController: UIViewController, UITabBarControllerDelegate, UIDocumentPickerDelegate,
  UIAdaptivePresentationControllerDelegate
{
  var picked: [URL] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Sample"
    tabBarItem = UITabBarItem(title: "Sample", image: UIImage(named: "star"), tag: 1)
    tabBarItem.badgeValue = "2"
    navigationItem.largeTitleDisplayMode = .always
    navigationItem.backBarButtonItem = UIBarButtonItem(title: "Back", style: .plain, target: nil, action: nil)
    let menu = UIMenu(
      title: "Sort", options: [.singleSelection],
      children: [
        UIAction(title: "Name", image: UIImage(named: "name"), state: .on) { _ in },
        UIAction(title: "Delete", attributes: [.destructive]) { action in _ = action.title },
      ])
    navigationItem.rightBarButtonItems = [
      UIBarButtonItem(title: "Sort", image: nil, primaryAction: nil, menu: menu),
      UIBarButtonItem(systemItem: .add, primaryAction: UIAction { [weak self] _ in self?.ask() }),
    ]
    toolbarItems = [.flexibleSpace(), UIBarButtonItem(barButtonSystemItem: .trash, target: self, action: nil)]
    navigationController?.setToolbarHidden(false, animated: false)
    let button = UIButton(type: .system)
    button.menu = menu
    button.showsMenuAsPrimaryAction = true
    view.addSubview(button)
  }

  func ask() {
    let alert = UIAlertController(title: "Rename", message: nil, preferredStyle: .alert)
    alert.addTextField { field in
      field.placeholder = "Name"
      field.autocapitalizationType = .words
    }
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel, handler: nil))
    let rename = UIAlertAction(title: "Rename", style: .default) { [weak alert] _ in
      _ = alert?.textFields?.first?.text
    }
    alert.addAction(rename)
    alert.preferredAction = rename
    present(alert, animated: true)
  }

  func choose(from item: UIBarButtonItem) {
    let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    sheet.addAction(UIAlertAction(title: "Delete", style: .destructive))
    sheet.popoverPresentationController?.barButtonItem = item
    sheet.popoverPresentationController?.permittedArrowDirections = [.up]
    present(sheet, animated: true, completion: nil)
  }

  func pick() {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.pdf, .image, UTType("public.json")!])
    picker.delegate = self
    picker.allowsMultipleSelection = true
    picker.maximumFileSize = 5 * 1024 * 1024
    present(picker, animated: true)
  }

  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    for url in urls where url.startAccessingSecurityScopedResource() {
      defer { url.stopAccessingSecurityScopedResource() }
      picked.append(url)
    }
  }

  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}

  func showSheet() {
    let sheet = UINavigationController(rootViewController: UIViewController())
    sheet.modalPresentationStyle = .pageSheet
    sheet.isModalInPresentation = true
    if let presentation = sheet.sheetPresentationController {
      presentation.detents = [.medium(), .large()]
      presentation.prefersGrabberVisible = true
    }
    sheet.presentationController?.delegate = self
    present(sheet, animated: true)
  }

  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
    viewController !== self
  }
}

@MainActor @Suite struct ControlSampleTests {
  @Test func aScreenWithAllOfThemIsShown() {
    let controller = SampleController()
    let tabs = UITabBarController()
    tabs.delegate = controller
    tabs.viewControllers = [UINavigationController(rootViewController: controller)]
    controller.loadViewIfNeeded()
    #expect(tabs.tabBar.items?.map(\.title) == ["Sample"])
    controller.ask()
    #expect(controller.presentedViewController is UIAlertController)
    controller.dismiss(animated: true)
    controller.pick()
    #expect(controller.presentedViewController is UIDocumentPickerViewController)
    controller.dismiss(animated: true)
    controller.choose(from: UIBarButtonItem(systemItem: .edit))
    controller.dismiss(animated: true)
    controller.showSheet()
    #expect(controller.presentedViewController?.isModalInPresentation == true)
  }
}
