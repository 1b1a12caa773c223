public import Foundation

// The server does not learn where a user is. So access is always denied, as if the user had refused it.

public typealias CLLocationDegrees = Double
public typealias CLLocationDistance = Double
public typealias CLLocationAccuracy = Double
public typealias CLLocationSpeed = Double
public typealias CLLocationDirection = Double

public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// A position on the earth, in degrees.
public struct CLLocationCoordinate2D: Sendable {
  public var latitude: CLLocationDegrees
  public var longitude: CLLocationDegrees
  public init() { self.init(latitude: 0, longitude: 0) }
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A position at a time.
open class CLLocation: NSObject {
  public final let coordinate: CLLocationCoordinate2D
  public final let altitude: CLLocationDistance
  public final let horizontalAccuracy: CLLocationAccuracy
  public final let timestamp: Date

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    (altitude, horizontalAccuracy, timestamp) = (0, 0, Date())
  }

  /// The distance on a sphere of the earth's mean radius, in metres.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    let radians = { (degrees: Double) in degrees * .pi / 180 }
    let (from, to) = (location.coordinate, coordinate)
    let latitude = sin(radians(to.latitude - from.latitude) / 2)
    let longitude = sin(radians(to.longitude - from.longitude) / 2)
    let root =
      latitude * latitude + cos(radians(from.latitude)) * cos(radians(to.latitude)) * longitude * longitude
    return 2 * 6_371_009 * asin(min(1, max(0, root).squareRoot()))
  }
}

public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

public enum CLAccuracyAuthorization: Int, Sendable { case fullAccuracy, reducedAccuracy }

/// Why there is no location.
public struct CLError: LocalizedError, Sendable {
  public enum Code: Int, Sendable { case locationUnknown, denied, network }
  public let code: Code
  public init(_ code: Code) { self.code = code }

  public var errorDescription: String? {
    switch code {
    case .locationUnknown, .denied: "The server does not learn where a user is."
    case .network: "The server has no directory of places: call a web service for it in a side effect."
    }
  }
}

/// Tells the location of a phone. Here it tells that access was denied.
open class CLLocationManager: NSObject {
  open weak var delegate: (any CLLocationManagerDelegate)?
  open var desiredAccuracy = kCLLocationAccuracyBest
  open var distanceFilter = kCLDistanceFilterNone
  open var activityType = 0
  open var pausesLocationUpdatesAutomatically = true
  open var allowsBackgroundLocationUpdates = false

  public final var authorizationStatus: CLAuthorizationStatus { .denied }
  public final var accuracyAuthorization: CLAccuracyAuthorization { .reducedAccuracy }
  public final var location: CLLocation? { nil }
  open class func authorizationStatus() -> CLAuthorizationStatus { .denied }
  open class func locationServicesEnabled() -> Bool { false }

  /// Tells the delegate that access is denied.
  open func requestWhenInUseAuthorization() { tellOfDenial() }
  open func requestAlwaysAuthorization() { tellOfDenial() }

  /// Tells the delegate of an error, as `startUpdatingLocation()` does.
  open func requestLocation() { delegate?.locationManager(self, didFailWithError: CLError(.denied)) }
  open func startUpdatingLocation() { requestLocation() }
  open func stopUpdatingLocation() {}
  open func startUpdatingHeading() {}
  open func stopUpdatingHeading() {}
  open func startMonitoringSignificantLocationChanges() {}
  open func stopMonitoringSignificantLocationChanges() {}

  private func tellOfDenial() {
    delegate?.locationManagerDidChangeAuthorization(self)
    delegate?.locationManager(self, didChangeAuthorization: .denied)
  }
}

/// Responds to a location manager.
public protocol CLLocationManagerDelegate: AnyObject {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// Never called.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
}

extension CLLocationManagerDelegate {
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
}
