public import CoreLocation
public import Foundation

/// Where a map is seen from.
open class MKMapCamera: NSObject {
  open var centerCoordinate = CLLocationCoordinate2D()
  /// The distance from the centre in metres.
  open var centerCoordinateDistance: CLLocationDistance = 0
  // Without effect on a page:
  open var pitch: CGFloat = 0
  open var heading: CLLocationDirection = 0

  public convenience init(
    lookingAtCenter centerCoordinate: CLLocationCoordinate2D, fromDistance distance: CLLocationDistance,
    pitch: CGFloat, heading: CLLocationDirection
  ) {
    self.init()
    self.centerCoordinate = centerCoordinate
    centerCoordinateDistance = distance
    self.pitch = pitch
    self.heading = heading
  }

  open var altitude: CLLocationDistance {
    get { centerCoordinateDistance }
    set { centerCoordinateDistance = newValue }
  }
}

/// How a map follows the user. A page does not: the server does not learn where a user is.
public enum MKUserTrackingMode: Int, Sendable { case none, follow, followWithHeading }

/// The location of the user, which the server does not know.
open class MKUserLocation: NSObject, MKAnnotation {
  override init() { super.init() }
  public final var location: CLLocation? { nil }
  public final var isUpdating: Bool { false }
  open var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
  open var title: String?
  open var subtitle: String?
}
