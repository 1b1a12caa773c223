import CoreLocation
import Foundation
import Testing

@testable import MapKit
@testable import TempuraUI

/// Maps, which are links, or drawn.
@Suite(.app) struct MapTests {
  private let turin = CLLocationCoordinate2D(latitude: 45.0703, longitude: 7.6869)

  /// The markup of a map after its layout, which makes the links.
  private func laidOutMarkup(of map: MKMapView) -> String {
    map.layoutIfNeeded()
    return html(map)
  }

  @Test func aMapLinksToItsPlaces() {
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    map.setRegion(MKCoordinateRegion(center: turin, latitudinalMeters: 1000, longitudinalMeters: 1000), animated: false)
    #expect(
      laidOutMarkup(of: map).contains(
        #"href="https://www.openstreetmap.org/#map=15/45.0703/7.6869">www.openstreetmap.org</a>"#))
    let place = MKPointAnnotation()
    place.coordinate = turin
    place.title = "<Turin>"
    place.subtitle = "Italy"
    map.addAnnotation(place)
    let markup = laidOutMarkup(of: map)
    #expect(markup.contains("?mlat=45.0703&amp;mlon=7.6869#map=15/45.0703/7.6869\">&lt;Turin"))
    #expect(markup.contains(", Italy</a>") && map.annotations.count == 1)
    map.removeAnnotation(place)
    #expect(!laidOutMarkup(of: map).contains("Turin"))
  }

  private final class Clamp: MKMapViewDelegate {
    var calls = 0
    func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
      calls += 1
      var region = mapView.region
      region.center.latitude += 1
      mapView.region = region
    }
  }

  @Test func aDelegateMayChangeTheAreaAgain() {
    let (map, delegate) = (MKMapView(), Clamp())
    map.delegate = delegate
    map.setCenter(turin, animated: false)
    #expect(delegate.calls == 1 && map.centerCoordinate.latitude == turin.latitude + 1)
    map.region = map.region
    #expect(delegate.calls == 1, "the area did not change")
    map.region.center.latitude = .nan
    map.region = map.region
    #expect(delegate.calls == 2)
  }

  @Test func placesThatDoNotExistHaveNoLink() {
    let map = MKMapView()
    for value in [Double.nan, .infinity, 1e300, -91] {
      map.region = MKCoordinateRegion(
        center: CLLocationCoordinate2D(latitude: value, longitude: value),
        span: MKCoordinateSpan(latitudeDelta: value, longitudeDelta: value))
      #expect(!laidOutMarkup(of: map).contains("href"))
    }
  }

  /// The columns and rows are those of https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames, computed with `asinh(tan(latitude))`.
  @Test(arguments: [
    (48.8584, 2.2945, 15, 16592, 11272), (-33.8568, 151.2153, 12, 3768, 2457),
    (40.6892, -74.0445, 19, 154_308, 197_167),
    (85.0, 179.9, 3, 7, 0),
  ])
  func aPlaceIsOnItsTile(latitude: Double, longitude: Double, zoom: Int, column: Int, row: Int) throws {
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    let region = MKCoordinateRegion(center: place, span: MKCoordinateSpan())
    var part = try #require(MapProjection(fitting: region, size: CGSize(width: 300, height: 200)))
    part.zoom = zoom
    let point = part.place(place)
    #expect(Int(point.x / 256) == column && Int(point.y / 256) == row)
    let back = part.coordinate(at: part.point(of: place))
    #expect(abs(back.latitude - latitude) < 1e-9 && abs(back.longitude - longitude) < 1e-9)
  }

  private func drawnMap() -> MKMapView {
    UIApplication.shared.environment.otherServers.mapTiles = "https://tile.example.com/{z}/{x}/{y}.png"
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    map.setRegion(MKCoordinateRegion(center: turin, latitudinalMeters: 1000, longitudinalMeters: 1000), animated: false)
    return map
  }

  @Test func aMapWithTilesIsDrawn() {
    let map = drawnMap()
    let markup = laidOutMarkup(of: map)
    // 1,000 metres in 200 points: 5 metres for a point, and 6.7 at zoom 14 here.
    #expect(markup.contains(#"src="https://tile.example.com/14/8541/5889.png""#))
    #expect(markup.contains(#"<a href="https://www.openstreetmap.org/copyright""#) && !markup.contains("#map="))
    UIApplication.shared.environment.otherServers.mapTiles = nil
    map.setNeedsLayout()
    #expect(laidOutMarkup(of: map).contains("#map="))
  }

  @Test func theRegionOfADrawnMapIsWhatItShows() {
    let map = drawnMap()
    let region = map.region
    #expect(region.span.latitudeDelta > 1000 / 111_195 && region.center.latitude == turin.latitude)
    for _ in 1...3 { map.region = map.region }
    #expect(map.region.isIdentical(to: region))
    map.setCenter(CLLocationCoordinate2D(latitude: 60, longitude: 7), animated: false)
    #expect(map.region.span.longitudeDelta == region.span.longitudeDelta, "the zoom stays")
    let corner = map.convert(CGPoint.zero, toCoordinateFrom: map)
    #expect(corner.latitude > 60 && abs(7 - corner.longitude - region.span.longitudeDelta / 2) < 1e-9)
    let point = map.convert(corner, toPointTo: map)
    #expect(abs(point.x) < 1e-6 && abs(point.y) < 1e-6)
  }

  private final class Chooser: MKMapViewDelegate {
    var log: [String] = []
    func mapView(_ mapView: MKMapView, didSelect view: MKAnnotationView) {
      log.append("+\(view.annotation?.title ?? "")")
    }
    func mapView(_ mapView: MKMapView, didDeselect view: MKAnnotationView) {
      log.append("-\(view.annotation?.title ?? "")")
    }
  }

  @Test func aDrawnPlaceIsSelected() throws {
    let (map, delegate) = (drawnMap(), Chooser())
    map.delegate = delegate
    let places = ["a", "b"].map { MKPointAnnotation(coordinate: turin, title: $0, subtitle: "<sub>") }
    map.addAnnotations(places)
    map.layoutIfNeeded()
    for place in places { map.selectAnnotation(place, animated: false) }
    #expect(delegate.log == ["+a", "-a", "+b"] && map.view(for: places[1])?.isSelected == true)
    #expect(laidOutMarkup(of: map).contains("b\n&lt;sub"))
    map.deselectAnnotation(places[1], animated: false)
    map.removeAnnotations(places)
    #expect(delegate.log.last == "-b" && !laidOutMarkup(of: map).contains("MKMarkerAnnotationView"))
  }

  @Test func aMapThatIsLargerThanTheWorldHasItsTilesAgain() {
    let map = drawnMap()
    map.frame.size = CGSize(width: 600, height: 600)
    map.region = MKCoordinateRegion(
      center: CLLocationCoordinate2D(latitude: 89, longitude: -179),
      span: .init(latitudeDelta: 180, longitudeDelta: 360))
    let markup = laidOutMarkup(of: map)
    #expect(markup.contains("/0/0/0.png") && !markup.contains("/0/-1/") && !markup.contains("/0/0/1"))
  }

  @Test func aMapItemOpensTheMap() {
    let page = Page(showing: UIViewController())
    _ = page
    #expect(MKMapItem(placemark: MKPlacemark(coordinate: turin)).openInMaps())
    #expect(!MKMapItem(placemark: MKPlacemark(coordinate: kCLLocationCoordinate2DInvalid)).openInMaps())
  }
}
