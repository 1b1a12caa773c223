public import CoreLocation
public import Foundation
internal import TempuraUI

/// A place with an address.
open class MKPlacemark: NSObject, MKAnnotation {
  public final let coordinate: CLLocationCoordinate2D

  /// - Parameter addressDictionary: No effect.
  public init(coordinate: CLLocationCoordinate2D, addressDictionary: [String: Any]? = nil) {
    self.coordinate = coordinate
  }
}

public let MKLaunchOptionsDirectionsModeKey = "MKLaunchOptionsDirectionsMode"
public let MKLaunchOptionsDirectionsModeDriving = "MKLaunchOptionsDirectionsModeDriving"
public let MKLaunchOptionsDirectionsModeWalking = "MKLaunchOptionsDirectionsModeWalking"
public let MKLaunchOptionsDirectionsModeTransit = "MKLaunchOptionsDirectionsModeTransit"

/// A place that a map program can open.
open class MKMapItem: NSObject {
  public final let placemark: MKPlacemark
  open var name: String?
  open var phoneNumber: String?
  open var url: URL?

  public init(placemark: MKPlacemark) { self.placemark = placemark }

  /// Opens the place on openstreetmap.org, as `UIApplication.open` opens URLs.
  ///
  /// - Parameter launchOptions: No effect.
  /// - Returns: Whether the place is on the earth.
  @discardableResult open func openInMaps(launchOptions: [String: Any]? = nil) -> Bool {
    guard let link = OpenStreetMap.link(to: placemark.coordinate, zoom: 16, hasMarker: true),
      let url = URL(string: link.url)
    else { return false }
    UIApplication.shared.open(url)
    return true
  }
}
