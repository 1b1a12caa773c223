internal import CoreLocation
internal import Foundation
internal import TempuraUI

/// A drawn map: tiles, places, a callout, and buttons that move it.
final class MapCanvas: UIView {
  private let (tiles, attribution, callout, buttons) = (MapTilesView(), UILabel(), UILabel(), UIStackView())
  private(set) var views: [ObjectIdentifier: MKAnnotationView] = [:]

  convenience init(of map: MKMapView) {
    self.init(frame: .zero)
    clipsToBounds = true
    addGestureRecognizer(UIPanGestureRecognizer(target: map, action: MKMapView.drag))
    for (symbol, label, x, y, zoom) in [
      ("chevron.left", localized(.mapLeft), -0.5, 0.0, 0), ("chevron.up", localized(.mapUp), 0, -0.5, 0),
      ("chevron.down", localized(.mapDown), 0, 0.5, 0), ("chevron.right", localized(.mapRight), 0.5, 0, 0),
      ("minus", localized(.mapZoomOut), 0, 0, -1), ("plus", localized(.mapZoomIn), 0, 0, 1),
    ] {
      let action = UIAction(image: UIImage(systemName: symbol)) { [weak map] _ in map?.move(x: x, y: y, zoom: zoom) }
      let button = UIButton(primaryAction: action)
      button.accessibilityLabel = label
      buttons.addArrangedSubview(button)
    }
    (buttons.distribution, callout.numberOfLines) = (.fillEqually, 0)
    (callout.textAlignment, attribution.textAlignment) = (.center, .center)
    for part in [tiles, attribution, buttons, callout] {
      (part.backgroundColor, part.layer.cornerRadius) = (.systemBackground.withAlphaComponent(0.9), 8)
      addSubview(part)
    }
  }

  func show(_ part: MapProjection, of map: MKMapView) {
    frame = map.bounds
    let middle = part.place(part.center)
    let (x, y) = ((middle.x - frame.width / 2).rounded(), (middle.y - frame.height / 2).rounded())
    let (left, top) = (Int((x / 256).rounded(.down)), max(Int(y) / 256, 0))
    let (right, bottom) = (Int((x + frame.width) / 256) + 1, min(Int(y + frame.height) / 256 + 1, 1 << part.zoom))
    (tiles.zoom, tiles.columns, tiles.rows) = (part.zoom, left..<right, top..<max(bottom, top))
    tiles.frame = CGRect(x: Double(left * 256) - x, y: Double(top * 256) - y, width: 256, height: 256)
    let known = views
    views = [:]
    for place in map.annotations where CLLocationCoordinate2DIsValid(place.coordinate) {
      let (view, point) = (known[ObjectIdentifier(place)] ?? map.makeView(for: place), part.point(of: place.coordinate))
      views[ObjectIdentifier(place)] = view
      view.center = CGPoint(x: point.x + view.centerOffset.x, y: point.y + view.centerOffset.y)
      view.frame.intersects(bounds) ? insertSubview(view, belowSubview: attribution) : view.removeFromSuperview()
    }
    for view in known.filter({ views[$0.key] == nil }).values { view.removeFromSuperview() }
    showCallout(map.selectedAnnotations.first.flatMap { views[ObjectIdentifier($0)] })
    buttons.isHidden = !map.isScrollEnabled && !map.isZoomEnabled
    buttons.frame = CGRect(x: bounds.width - 224, y: 8, width: 216, height: 36)
    let words = AppEnvironment.current.otherServers.mapAttribution.split(separator: " ")
    let link = words.last.flatMap { $0.contains("://") ? URL(string: String($0)) : nil }
    attribution.attributedText = NSAttributedString(
      string: words.dropLast(link == nil ? 0 : 1).joined(separator: " "), attributes: link.map { [.link: $0] })
    attribution.font = .systemFont(ofSize: 11)
    let width = attribution.sizeThatFits(bounds.size).width + 12
    attribution.frame = CGRect(x: bounds.width - width, y: bounds.height - 18, width: width, height: 18)
  }

  private func showCallout(_ view: MKAnnotationView?) {
    callout.isHidden = view?.superview == nil || view?.canShowCallout == false
    guard let view, let place = view.annotation else { return }
    callout.text = [place.title, place.subtitle].compactMap { $0 }.joined(separator: "\n")
    let text = callout.sizeThatFits(CGSize(width: bounds.width - 40, height: bounds.height))
    let (width, height, y) = (text.width + 24, text.height + 12, view.frame.minY - text.height - 16)
    let x = max(min(view.center.x - width / 2, bounds.width - width), 0)
    callout.frame = CGRect(x: x, y: y > 0 ? y : view.frame.maxY + 4, width: width, height: height)
  }
}
