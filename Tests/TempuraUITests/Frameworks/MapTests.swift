import CoreLocation
import Foundation
import MapKit
import Testing

@testable import TempuraUI

/// Maps, which are links.
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

  @Test func aMapItemOpensTheMap() {
    let page = Page(showing: UIViewController())
    _ = page
    #expect(MKMapItem(placemark: MKPlacemark(coordinate: turin)).openInMaps())
    #expect(!MKMapItem(placemark: MKPlacemark(coordinate: kCLLocationCoordinate2DInvalid)).openInMaps())
  }
}
