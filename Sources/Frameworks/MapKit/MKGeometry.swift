@_exported public import CoreLocation
internal import Foundation

/// The length of a degree of latitude, in metres.
let metersPerDegree: CLLocationDistance = 111_195

/// A height and a width on the earth, in degrees.
public struct MKCoordinateSpan: Sendable {
  public var latitudeDelta: CLLocationDegrees
  public var longitudeDelta: CLLocationDegrees
  public init() { self.init(latitudeDelta: 0, longitudeDelta: 0) }
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    (self.latitudeDelta, self.longitudeDelta) = (latitudeDelta, longitudeDelta)
  }
}

/// An area on the earth.
public struct MKCoordinateRegion: Sendable {
  public var center: CLLocationCoordinate2D
  public var span: MKCoordinateSpan

  public init() { self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan()) }

  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
    (self.center, self.span) = (center, span)
  }

  /// - Parameters:
  ///   - latitudinalMeters: The distance from north to south, in metres.
  ///   - longitudinalMeters: The distance from west to east, in metres.
  public init(
    center: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance, longitudinalMeters: CLLocationDistance
  ) {
    let width = metersPerDegree * max(cos(center.latitude * .pi / 180), 0.01)
    self.center = center
    span = MKCoordinateSpan(
      latitudeDelta: latitudinalMeters / metersPerDegree, longitudeDelta: min(longitudinalMeters / width, 360))
  }

  /// - Returns: nil for no places.
  init?(around places: [CLLocationCoordinate2D]) {
    let (latitudes, longitudes) = (places.map(\.latitude), places.map(\.longitude))
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return nil }
    center = CLLocationCoordinate2D(latitude: (south + north) / 2, longitude: (west + east) / 2)
    span = MKCoordinateSpan(latitudeDelta: north - south, longitudeDelta: east - west)
  }

  /// Whether all numbers are the same ones, also those that are undefined.
  func isIdentical(to other: MKCoordinateRegion) -> Bool { bitPatterns == other.bitPatterns }

  private var bitPatterns: [UInt64] {
    [center.latitude, center.longitude, span.latitudeDelta, span.longitudeDelta].map(\.bitPattern)
  }
}

extension MKCoordinateRegion {
  /// The whole map.
  static let world = MKCoordinateRegion(
    center: CLLocationCoordinate2D(), span: MKCoordinateSpan(latitudeDelta: 180, longitudeDelta: 360))

  /// The zoom of web maps that shows the region in a few hundred points, from 1 to 18.
  var zoom: Int {
    guard span.longitudeDelta > 0 else { return 15 }
    let zoom = log2(360 / span.longitudeDelta)
    return zoom.isFinite ? Int(min(max(zoom.rounded(), 1), 18)) : 15
  }
}
