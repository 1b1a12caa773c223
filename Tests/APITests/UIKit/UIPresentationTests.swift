import Testing
import UIKit

/// Presentation controllers, and context menus.
@MainActor @Suite struct UIPresentationTests {
  final class CardPresentationController: UIPresentationController {
    private lazy var dimming: UIView = {
      let view = UIView()
      view.backgroundColor = UIColor.black.withAlphaComponent(0.5)
      return view
    }()
    var calls = 0

    override var frameOfPresentedViewInContainerView: CGRect {
      guard let container = containerView else { return .zero }
      return container.bounds.inset(by: UIEdgeInsets(top: 100, left: 0, bottom: 0, right: 0))
    }
    override var presentedView: UIView? { super.presentedView }
    override var containerView: UIView? { super.containerView }
    override var shouldPresentInFullscreen: Bool { false }
    override var shouldRemovePresentersView: Bool { false }

    override func presentationTransitionWillBegin() {
      super.presentationTransitionWillBegin()
      containerView?.insertSubview(dimming, at: 0)
      presentedViewController.transitionCoordinator?.animate(
        alongsideTransition: { _ in self.dimming.alpha = 1 }, completion: nil)
    }
    override func presentationTransitionDidEnd(_ completed: Bool) {
      super.presentationTransitionDidEnd(completed)
      calls += 1
    }
    override func dismissalTransitionWillBegin() { super.dismissalTransitionWillBegin() }
    override func dismissalTransitionDidEnd(_ completed: Bool) {
      super.dismissalTransitionDidEnd(completed)
      calls += 1
    }
    override func containerViewWillLayoutSubviews() {
      super.containerViewWillLayoutSubviews()
      presentedView?.frame = frameOfPresentedViewInContainerView
    }
    override func containerViewDidLayoutSubviews() { super.containerViewDidLayoutSubviews() }
  }

  final class CardViewController: UIViewController, UIViewControllerTransitioningDelegate {
    func presentationController(
      forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? {
      CardPresentationController(presentedViewController: presented, presenting: presenting)
    }
  }

  @Test func anAppPlacesAPresentedView() throws {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    let card = CardViewController()
    card.modalPresentationStyle = .custom
    card.transitioningDelegate = card
    root.present(card, animated: true)
    window.layoutIfNeeded()
    let presentation = try #require(card.presentationController as? CardPresentationController)
    #expect(card.view.frame == CGRect(x: 0, y: 100, width: 390, height: 744))
    card.dismiss(animated: true)
    #expect(presentation.calls == 2)
  }

  final class Photo: UIView, UIContextMenuInteractionDelegate {
    override init(frame: CGRect) {
      super.init(frame: frame)
      isOpaque = false
      clearsContextBeforeDrawing = true
      addInteraction(UIContextMenuInteraction(delegate: self))
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
      UIContextMenuConfiguration(identifier: "photo" as NSString, previewProvider: nil) { _ in
        UIMenu(title: "", children: [UIAction(title: "Save") { _ in }])
      }
    }
  }

  @Test func viewsHaveContextMenus() {
    let photo = Photo()
    #expect(photo.interactions.count == 1 && !photo.isOpaque)
    let interaction = photo.interactions.first as? UIContextMenuInteraction
    #expect(interaction?.view === photo)
    #expect(interaction?.location(in: photo) == .zero)
    interaction?.dismissMenu()
    photo.interactions = []
    #expect(interaction?.view == nil)
  }

  final class Table: UITableViewController {
    override func tableView(
      _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
      UIContextMenuConfiguration(identifier: nil, previewProvider: nil, actionProvider: { _ in nil })
    }
  }

  final class Cell: UITableViewCell {
    override func setEditing(_ editing: Bool, animated: Bool) {
      super.setEditing(editing, animated: animated)
      backgroundColor = editing ? .red : nil
    }
  }

  @Test func rowsHaveContextMenusAndCellsKnowEditing() {
    let table = Table()
    let configuration = table.tableView(table.tableView, contextMenuConfigurationForRowAt: [0, 0], point: .zero)
    #expect(configuration != nil)
    let cell = Cell()
    cell.isEditing = true
    #expect(cell.backgroundColor == .red)
  }
}
