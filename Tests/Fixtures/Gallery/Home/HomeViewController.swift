import Katana
import Tempura
import UIKit

/// The gallery's first screen.
public final class HomeViewController: ViewController<HomeView> {
  /// The screen's element in routes.
  public static let routeIdentifier = "gallery"

  override public func setup() {
    title = "Gallery"
  }

  override public func setupInteraction() {
    rootView.didSelect = { [unowned self] id in dispatch(Show(id)) }
  }
}

extension HomeViewController: RoutableWithConfiguration {
  public var routeIdentifier: RouteElementIdentifier { Self.routeIdentifier }

  public var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    var configuration: [NavigationRequest: NavigationInstruction] = [:]
    for entry in Catalog.sections.flatMap(\.entries) {
      configuration[.show(entry.id)] = .push { [unowned self] _ in entry.make(entry, store) }
    }
    return configuration
  }
}
