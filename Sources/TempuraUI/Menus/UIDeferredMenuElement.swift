/// An element of a menu that stands for others, which the app supplies when the menu is rendered.
open class UIDeferredMenuElement: UIMenuElement {
  public typealias Provider = (@escaping ([UIMenuElement]) -> Void) -> Void

  private let provider: Provider
  private let isCached: Bool
  private var supplied: [UIMenuElement] = []
  private var isAsked = false
  /// Whether the elements came after the provider had returned, and no rendering has shown them yet.
  private var isNew = false

  /// An element whose provider is asked once.
  public convenience init(_ elementProvider: @escaping Provider) { self.init(elementProvider, isCached: true) }

  /// Returns an element whose provider is asked for each rendering of the menu. On iOS it is asked each time the menu opens.
  public class func uncached(_ elementProvider: @escaping Provider) -> UIDeferredMenuElement {
    UIDeferredMenuElement(elementProvider, isCached: false)
  }

  private init(_ provider: @escaping Provider, isCached: Bool) {
    self.provider = provider
    self.isCached = isCached
    super.init(title: "", subtitle: nil, image: nil)
  }

  final var elements: [UIMenuElement] {
    if !isAsked { ask() }
    return supplied
  }

  /// Asks for the elements, unless those that are there are the ones to show.
  final func prepare(for owner: UIView) {
    menuOwner = owner
    if isNew || isCached && isAsked {
      isNew = false
    } else {
      ask()
    }
  }

  private func ask() {
    isAsked = true
    var hasReturned = false
    provider { [weak self] elements in
      self?.supplied = elements
      guard hasReturned else { return }
      self?.isNew = true
      self?.didChange()
    }
    hasReturned = true
  }
}
