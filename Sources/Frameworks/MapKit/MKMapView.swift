public import CoreLocation
public import Foundation
public import TempuraUI

/// A map. On a page it is a list of links to openstreetmap.org: one for each annotation, with its title, or one for the
/// centre. The page itself contains no map, because another server would learn who reads it.
open class MKMapView: UIView {
  private let linkView = LinkView()
  private var area = MKCoordinateRegion.world
  private var places: [any MKAnnotation] = []
  private var selected: [any MKAnnotation] = []
  private var isTellingDelegate = false

  override public init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(linkView)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addSubview(linkView)
  }

  open weak var delegate: (any MKMapViewDelegate)?

  // MARK: - The area

  /// The area of the map. Its width decides the zoom of the links.
  open var region: MKCoordinateRegion {
    get { area }
    set { setRegion(newValue, animated: false) }
  }

  /// Sets the area, and tells the delegate if it is another one. The delegate is not told of changes that it makes itself.
  open func setRegion(_ region: MKCoordinateRegion, animated: Bool) {
    guard !region.isIdentical(to: area) else { return }
    area = region
    setNeedsLayout()
    guard !isTellingDelegate else { return }
    isTellingDelegate = true
    delegate?.mapView(self, regionDidChangeAnimated: animated)
    isTellingDelegate = false
  }

  open var centerCoordinate: CLLocationCoordinate2D {
    get { area.center }
    set { setCenter(newValue, animated: false) }
  }

  open func setCenter(_ coordinate: CLLocationCoordinate2D, animated: Bool) {
    setRegion(MKCoordinateRegion(center: coordinate, span: area.span), animated: animated)
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
    let coordinates = annotations.map(\.coordinate)
    let (latitudes, longitudes) = (coordinates.map(\.latitude), coordinates.map(\.longitude))
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return }
    let center = CLLocationCoordinate2D(latitude: (south + north) / 2, longitude: (west + east) / 2)
    let span = MKCoordinateSpan(latitudeDelta: north - south, longitudeDelta: east - west)
    setRegion(MKCoordinateRegion(center: center, span: span), animated: animated)
  }

  open var selectedAnnotations: [any MKAnnotation] {
    get { selected }
    set { selected = newValue }
  }

  open func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) { selected = [annotation] }

  open func deselectAnnotation(_ annotation: (any MKAnnotation)?, animated: Bool) {
    selected.removeAll { $0 === annotation }
  }

  /// Always nil: places are links.
  open func view(for annotation: any MKAnnotation) -> MKAnnotationView? { nil }
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
  open var isZoomEnabled = true
  open var isScrollEnabled = true
  open var isRotateEnabled = true
  open var isPitchEnabled = true
  open var showsCompass = true
  open var showsScale = false
  open var showsTraffic = false
  open var showsBuildings = true

  // MARK: - The page

  override open func layoutSubviews() {
    super.layoutSubviews()
    linkView.setFlowingFrame(bounds)
    makeLinks()
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

/// Responds to a map. Only `mapView(_:regionDidChangeAnimated:)` is called, when the app changes the area.
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
