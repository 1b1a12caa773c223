public import CoreLocation
public import Foundation
public import TempuraUI

/// A map. It is drawn if the operator names a server for its tiles (`--map-tiles`), and the view has a size. Otherwise it is a list
/// of links to openstreetmap.org: one for each annotation, with its title, or one for the centre.
open class MKMapView: UIView {
  private let linkView = LinkView()
  private var area = MKCoordinateRegion.world
  private var places: [any MKAnnotation] = []
  private var selected: [any MKAnnotation] = [] { didSet { setNeedsLayout() } }
  private var isTellingDelegate = false
  private lazy var canvas = MapCanvas(of: self)

  open weak var delegate: (any MKMapViewDelegate)?

  // MARK: - The area

  private var part: MapProjection? {
    AppEnvironment.current.otherServers.mapTiles.flatMap { _ in MapProjection(fitting: area, size: bounds.size) }
  }

  /// The area of the map. A drawn map shows all of the area that was set, and what is around it.
  open var region: MKCoordinateRegion {
    get { part?.region ?? area }
    set { setRegion(newValue, animated: false) }
  }

  /// Sets the area, and tells the delegate if it is another one. The delegate is not told of changes that it makes itself.
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    guard !region.isIdentical(to: self.region) else { return }
    area = region
    setNeedsLayout()
    guard !isTellingDelegate else { return }
    isTellingDelegate = true
    delegate?.mapView(self, regionDidChangeAnimated: animated)
    isTellingDelegate = false
  }

  /// Moves a drawn map for the user, by parts of its size.
  func move(x: Double, y: Double, zoom: Int) {
    guard var part, zoom == 0 ? isScrollEnabled : isZoomEnabled else { return }
    part.center = part.coordinate(at: CGPoint(x: (0.5 + x) * bounds.width, y: (0.5 + y) * bounds.height))
    part.zoom = min(max(part.zoom + zoom, 0), 19)
    setRegion(part.region, animated: true)
  }

  func drag(_ recognizer: UIPanGestureRecognizer) {
    let moved = recognizer.translation(in: self)
    recognizer.setTranslation(.zero, in: self)
    move(x: -moved.x / bounds.width, y: -moved.y / bounds.height, zoom: 0)
  }

  open func convert(_ coordinate: CLLocationCoordinate2D, toPointTo view: UIView?) -> CGPoint {
    part.map { convert($0.point(of: coordinate), to: view) } ?? .zero
  }

  open func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
    part?.coordinate(at: convert(point, from: view)) ?? kCLLocationCoordinate2DInvalid
  }

  open var centerCoordinate: CLLocationCoordinate2D {
    get { area.center }
    set { setCenter(newValue, animated: false) }
  }

  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    var part = part
    part?.center = coordinate
    setRegion(part?.region ?? MKCoordinateRegion(center: coordinate, span: area.span), animated: animated)
  }

  /// Where the map is seen from. Setting it moves the map. The area is as wide as the distance.
  open var camera: MKMapCamera {
    get {
      let camera = MKMapCamera()
      camera.centerCoordinate = area.center
      camera.centerCoordinateDistance = area.span.latitudeDelta * metersPerDegree
      return camera
    }
    set { setCamera(newValue, animated: false) }
  }

  open func setCamera(_ camera: MKMapCamera, animated: Bool) {
    let distance = camera.centerCoordinateDistance
    setRegion(
      MKCoordinateRegion(center: camera.centerCoordinate, latitudinalMeters: distance, longitudinalMeters: distance),
      animated: animated)
  }

  open func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion { region }

  // MARK: - Annotations

  open var annotations: [any MKAnnotation] { places }

  /// Adds a place. Its title is that of its link: set it before.
  open func addAnnotation(_ annotation: any MKAnnotation) { addAnnotations([annotation]) }

  open func addAnnotations(_ annotations: [any MKAnnotation]) {
    places += annotations
    setNeedsLayout()
  }

  open func removeAnnotation(_ annotation: any MKAnnotation) { removeAnnotations([annotation]) }

  open func removeAnnotations(_ annotations: [any MKAnnotation]) {
    let removed = Set(annotations.map { ObjectIdentifier($0) })
    places.removeAll { removed.contains(ObjectIdentifier($0)) }
    setNeedsLayout()
  }

  /// Adds places, and moves the map to the middle of them.
  open func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {
    let known = Set(places.map { ObjectIdentifier($0) })
    addAnnotations(annotations.filter { !known.contains(ObjectIdentifier($0)) })
    guard var region = MKCoordinateRegion(around: annotations.map(\.coordinate)) else { return }
    region.span.latitudeDelta *= 1.25
    region.span.longitudeDelta *= 1.25
    setRegion(region, animated: animated)
  }

  open var selectedAnnotations: [any MKAnnotation] {
    get { selected }
    set { selected = newValue }
  }

  open func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {
    guard !selected.contains(where: { $0 === annotation }) else { return }
    for other in selected { deselectAnnotation(other, animated: animated) }
    selected = [annotation]
    view(for: annotation)?.setSelected(true, animated: animated)
    if let view = view(for: annotation) { delegate?.mapView(self, didSelect: view) }
  }

  open func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {
    guard let index = selected.firstIndex(where: { $0 === annotation }) else { return }
    let view = view(for: selected.remove(at: index))
    view?.setSelected(false, animated: animated)
    if let view { delegate?.mapView(self, didDeselect: view) }
  }

  /// Returns the view of a place on a map that is drawn.
  open func view(for annotation: any MKAnnotation) -> MKAnnotationView? { canvas.views[ObjectIdentifier(annotation)] }

  /// Asks the delegate for the view of a place. A tap selects the place, the next one deselects it.
  func makeView(for place: any MKAnnotation) -> MKAnnotationView {
    let wanted = delegate?.mapView(self, viewFor: place)
    let view = wanted ?? MKMarkerAnnotationView(annotation: place, reuseIdentifier: nil)
    (view.annotation, view.canShowCallout) = (place, wanted?.canShowCallout ?? true)
    view.accessibilityLabel = view.accessibilityLabel ?? place.title
    view.prepareForDisplay()
    view.addGestureRecognizer(
      UITapGestureRecognizer(target: self) { [weak self, weak view] _ in
        if view?.isSelected == true {
          self?.deselectAnnotation(place, animated: true)
        } else {
          self?.selectAnnotation(place, animated: true)
        }
      })
    return view
  }
  open func dequeueReusableAnnotationView(withIdentifier identifier: String) -> MKAnnotationView? { nil }

  // MARK: - Without effect on a page

  /// The shapes that the app added. They are not drawn.
  public private(set) final var overlays: [any MKOverlay] = []
  open func addOverlay(_ overlay: any MKOverlay) { overlays.append(overlay) }
  open func addOverlay(_ overlay: any MKOverlay, level: MKOverlayLevel) { overlays.append(overlay) }
  open func addOverlays(_ overlays: [any MKOverlay]) { self.overlays += overlays }
  open func addOverlays(_ overlays: [any MKOverlay], level: MKOverlayLevel) { self.overlays += overlays }
  open func removeOverlay(_ overlay: any MKOverlay) { overlays.removeAll { $0 === overlay } }
  open func removeOverlays(_ overlays: [any MKOverlay]) { for overlay in overlays { removeOverlay(overlay) } }
  /// Always nil: overlays are not drawn.
  open func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? { nil }

  open var userTrackingMode = MKUserTrackingMode.none
  open func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) { userTrackingMode = mode }
  public final var userLocation: MKUserLocation { MKUserLocation() }
  open var isUserLocationVisible: Bool { false }

  open var mapType = MKMapType.standard
  /// No effect: the server does not learn where a user is.
  open var showsUserLocation = false
  open var isZoomEnabled = true { didSet { setNeedsLayout() } }
  open var isScrollEnabled = true { didSet { setNeedsLayout() } }
  open var isRotateEnabled = true
  open var isPitchEnabled = true
  open var showsCompass = true
  open var showsScale = false
  open var showsTraffic = false
  open var showsBuildings = true

  // MARK: - The page

  override open func layoutSubviews() {
    super.layoutSubviews()
    if linkView.superview == nil { insertSubview(linkView, at: 0) }
    linkView.setFlowingFrame(bounds)
    linkView.isHidden = part != nil
    guard let part else { return makeLinks() }
    if canvas.superview == nil { insertSubview(canvas, aboveSubview: linkView) }
    canvas.show(part, of: self)
  }

  /// Makes the links of all places. A layout does it once for all changes before it.
  private func makeLinks() {
    let zoom = area.zoom
    linkView.links = places.compactMap { place in
      let title = [place.title, place.subtitle].compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", ")
      return OpenStreetMap.link(to: place.coordinate, zoom: zoom, hasMarker: true).map {
        ($0, title.isEmpty ? $0.name : title)
      }
    }
    guard linkView.links.isEmpty else { return }
    linkView.links = OpenStreetMap.link(to: area.center, zoom: zoom, hasMarker: false).map { [($0, $0.name)] } ?? []
  }
}

public enum MKMapType: UInt, Sendable {
  case standard, satellite, hybrid, satelliteFlyover, hybridFlyover, mutedStandard
}

enum OpenStreetMap {
  /// Returns a link to a place; nil if it is not on the earth.
  static func link(to place: CLLocationCoordinate2D, zoom: Int, hasMarker: Bool) -> LinkTarget? {
    guard CLLocationCoordinate2DIsValid(place) else { return nil }
    func degrees(_ value: Double) -> String { "\((value * 1e5).rounded() / 1e5)" }
    let (latitude, longitude) = (degrees(place.latitude), degrees(place.longitude))
    let marker = hasMarker ? "?mlat=\(latitude)&mlon=\(longitude)" : ""
    let text = "https://www.openstreetmap.org/\(marker)#map=\(zoom)/\(latitude)/\(longitude)"
    return URL(string: text).flatMap { LinkTarget($0) }
  }
}

/// Responds to a map. A list of links calls only `mapView(_:regionDidChangeAnimated:)`, when the app changes the area.
public protocol MKMapViewDelegate: AnyObject {
  func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)
  func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView?
  func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer
  func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation)
  func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView)
  func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView)
  func mapView(_ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped: UIControl)
  func mapViewDidFinishLoadingMap(_ mapView: MKMapView)
}

extension MKMapViewDelegate {
  public func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {}
  public func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? { nil }
  public func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
    MKOverlayRenderer(overlay: overlay)
  }
  public func mapView(_ mapView: MKMapView, didUpdate userLocation: MKUserLocation) {}
  public func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {}
  public func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {}
  public func mapView(
    _ mapView: MKMapView, annotationView view: MKAnnotationView, calloutAccessoryControlTapped: UIControl
  ) {}
  public func mapViewDidFinishLoadingMap(_ mapView: MKMapView) {}
}
