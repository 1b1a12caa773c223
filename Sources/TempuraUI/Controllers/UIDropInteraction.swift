public import Foundation

/// What a view does with dropped files.
public enum UIDropOperation: UInt, Sendable { case cancel, forbidden, copy, move }

open class UIDropProposal: NSObject {
  public final let operation: UIDropOperation
  public init(operation: UIDropOperation) { self.operation = operation }
}

/// A dropped file.
open class UIDragItem: NSObject {
  public final let itemProvider: NSItemProvider
  public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}

/// Files that the user has dropped.
public protocol UIDropSession: AnyObject {
  var items: [UIDragItem] { get }
  /// The middle of the view on which they were dropped.
  func location(in view: UIView) -> CGPoint
}

extension UIDropSession {
  public func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { typeIdentifiers.contains(where: $0.itemProvider.hasItemConformingToTypeIdentifier) }
  }

  public func canLoadObjects(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    items.contains { $0.itemProvider.canLoadObject(ofClass: aClass) }
  }

  /// Makes objects of the files of which it can, in a later turn.
  @discardableResult public func loadObjects(
    ofClass aClass: any NSItemProviderReading.Type, completion: @escaping ([any NSItemProviderReading]) -> Void
  ) -> Progress {
    let providers = items.map(\.itemProvider)
    return NSItemProvider.load(
      { providers.compactMap { try? $0.object(ofClass: aClass) } }, { all, _ in completion(all ?? []) })
  }
}

/// Responds to files that are dropped on a view. All methods are called when the server has the files.
public protocol UIDropInteractionDelegate: AnyObject {
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession)
  /// Accepts the files if the operation is `.copy` or `.move`. Default: `.cancel`, as on iOS.
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession) -> UIDropProposal
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession)
  func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession)
  /// Called after each drop, instead of the following one.
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession)
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession)
}

extension UIDropInteractionDelegate {
  public func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool { true }
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal { UIDropProposal(operation: .cancel) }
  public func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {}
  public func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession) {}
  public func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {}
  public func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {}
  public func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {}
}

/// Lets the user drop files on a view. Without a script, and by the keyboard, a field in the view takes them.
open class UIDropInteraction: NSObject, UIInteraction {
  public private(set) final weak var view: UIView?
  public private(set) final weak var delegate: (any UIDropInteractionDelegate)?
  private let field = FileField(contentTypes: [.item])

  public init(delegate: any UIDropInteractionDelegate) { self.delegate = delegate }

  open func willMove(to view: UIView?) { field.withdraw() }

  open func didMove(to view: UIView?) {
    self.view = view
    if let view { field.offer(.drop, in: view) { [unowned self] in take($0) } }
  }

  private final class Session: UIDropSession {
    let items: [UIDragItem]
    let view: UIView

    init(_ items: [UIDragItem], on view: UIView) { (self.items, self.view) = (items, view) }

    func location(in other: UIView) -> CGPoint {
      view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: other)
    }
  }

  /// - Returns: Whether the app accepts the files.
  private func take(_ providers: [NSItemProvider]) -> Bool {
    guard let view, let delegate else { return false }
    let session = Session(providers.map(UIDragItem.init), on: view)
    guard delegate.dropInteraction(self, canHandle: session) else { return false }
    delegate.dropInteraction(self, sessionDidEnter: session)
    defer { delegate.dropInteraction(self, sessionDidEnd: session) }
    guard [.copy, .move].contains(delegate.dropInteraction(self, sessionDidUpdate: session).operation) else {
      return false
    }
    delegate.dropInteraction(self, performDrop: session)
    delegate.dropInteraction(self, concludeDrop: session)
    return true
  }
}
