public import Foundation

/// Returns the menu for the actions that the system suggests, of which there are none here.
public typealias UIContextMenuActionProvider = ([UIMenuElement]) -> UIMenu?

/// The menu of a long press. On a page its actions are in the menu at the view or the row.
open class UIContextMenuConfiguration: NSObject {
  public final let identifier: any NSCopying
  private let actionProvider: UIContextMenuActionProvider?

  /// - Parameters:
  ///   - identifier: A name of the menu; nil for any.
  ///   - previewProvider: Never called: a page shows no preview.
  ///   - actionProvider: Called on every rendering, and again when the user taps an action.
  public init(
    identifier: (any NSCopying)? = nil, previewProvider: (() -> UIResponder?)? = nil,
    actionProvider: UIContextMenuActionProvider? = nil
  ) {
    self.identifier = identifier ?? NSUUID()
    self.actionProvider = actionProvider
  }

  /// The menu and its actions that can be chosen, those of submenus included.
  final var entries: [(menu: UIMenu, entry: UIMenu.Entry)] {
    guard let menu = actionProvider?([]) else { return [] }
    return menu.entries.filter { $0.action.attributes.isDisjoint(with: [.hidden, .disabled]) }.map { (menu, $0) }
  }
}

/// Supplies the menu of an interaction.
public protocol UIContextMenuInteractionDelegate: AnyObject {
  /// Called on every rendering, and again when the user taps an action.
  ///
  /// - Parameter location: Always the middle of the view.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
}

/// A menu that a long press on a view opens. On a page its actions are in the menu at the view.
open class UIContextMenuInteraction: NSObject, UIInteraction {
  public private(set) final weak var view: UIView?
  public private(set) final weak var delegate: (any UIContextMenuInteractionDelegate)?

  public init(delegate: any UIContextMenuInteractionDelegate) { self.delegate = delegate }

  open func willMove(to view: UIView?) { if view == nil { self.view?.contextMenuInteraction = nil } }

  open func didMove(to view: UIView?) {
    self.view = view
    view?.contextMenuInteraction = self
  }

  /// The middle of the view.
  open func location(in view: UIView?) -> CGPoint {
    guard let own = self.view else { return .zero }
    return own.convert(CGPoint(x: own.bounds.midX, y: own.bounds.midY), to: view)
  }

  /// Does nothing: the browser closes the menu.
  open func dismissMenu() {}

  final var configuration: UIContextMenuConfiguration? {
    delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: location(in: view))
  }
}
