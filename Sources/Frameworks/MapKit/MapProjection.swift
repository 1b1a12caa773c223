internal import CoreLocation
internal import Foundation

/// What a view shows of the map in the Web Mercator projection (EPSG:3857), a square of 256 · 2^zoom points.
struct MapProjection {
  var center: CLLocationCoordinate2D
  var zoom: Int
  let size: CGSize

  /// The largest zoom that shows all of a region; nil if the region is not on the earth, or the view has no usual size.
  init?(fitting region: MKCoordinateRegion, size: CGSize) {
    (center, self.size) = (region.center, size)
    guard CLLocationCoordinate2DIsValid(center), 1...8192 ~= size.width, 1...8192 ~= size.height else { return nil }
    let height = region.span.latitudeDelta / Self.stretch(center.latitude)
    let exact = log2(min(size.width / region.span.longitudeDelta, size.height / height) * 360 / 256)
    zoom = exact.isFinite ? min(max(Int(exact + 0.01), 0), 19) : region.zoom
  }

  var region: MKCoordinateRegion {
    let (width, height) = (size.width * 360 / side, size.height * 360 / side * Self.stretch(center.latitude))
    return MKCoordinateRegion(
      center: center, span: MKCoordinateSpan(latitudeDelta: min(height, 180), longitudeDelta: min(width, 360)))
  }

  private var side: Double { exp2(Double(zoom)) * 256 }

  /// The degrees of latitude that are as high as one of longitude is wide.
  private static func stretch(_ latitude: Double) -> Double { max(cos(latitude * .pi / 180), 0.01) }

  /// Where a place is on the whole map, from its upper left corner.
  func place(_ coordinate: CLLocationCoordinate2D) -> CGPoint {
    let sine = sin(min(max(coordinate.latitude, -85.0511), 85.0511) * .pi / 180)
    return CGPoint(x: (coordinate.longitude / 360 + 0.5) * side, y: (0.5 - atanh(sine) / (2 * .pi)) * side)
  }

  /// Where a place is in the view. Of the places to the west and the east, the nearest to the middle.
  func point(of coordinate: CLLocationCoordinate2D) -> CGPoint {
    let (place, middle) = (place(coordinate), place(center))
    let x = (place.x - middle.x).remainder(dividingBy: side)
    return CGPoint(x: x + size.width / 2, y: place.y - middle.y + size.height / 2)
  }

  func coordinate(at point: CGPoint) -> CLLocationCoordinate2D {
    let middle = place(center)
    let (x, y) = ((middle.x + point.x - size.width / 2) / side, (middle.y + point.y - size.height / 2) / side)
    return CLLocationCoordinate2D(
      latitude: atan(sinh((0.5 - min(max(y, 0), 1)) * 2 * .pi)) * 180 / .pi,
      longitude: (x - x.rounded(.down)) * 360 - 180)
  }
}
