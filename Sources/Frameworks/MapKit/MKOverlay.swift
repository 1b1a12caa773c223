public import CoreLocation
public import Foundation
public import TempuraUI

/// A shape on a map. A map on a page keeps overlays, and does not draw them.
public protocol MKOverlay: MKAnnotation {}

public enum MKOverlayLevel: Int, Sendable { case aboveRoads, aboveLabels }

/// A shape with a title.
open class MKShape: NSObject, MKAnnotation {
  override init() { super.init() }
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D() }
  open var title: String?
  open var subtitle: String?
}

/// A circle on the earth.
open class MKCircle: MKShape, MKOverlay {
  private let center: CLLocationCoordinate2D
  /// The radius in metres.
  public final let radius: CLLocationDistance

  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    (self.center, self.radius) = (center, radius)
    super.init()
  }

  override open var coordinate: CLLocationCoordinate2D { center }
}

/// Positions that belong together.
open class MKMultiPoint: MKShape {
  final let coordinates: [CLLocationCoordinate2D]

  init(_ coordinates: [CLLocationCoordinate2D]) {
    self.coordinates = coordinates
    super.init()
  }

  public final var pointCount: Int { coordinates.count }

  /// The middle of the area of the positions.
  override open var coordinate: CLLocationCoordinate2D {
    MKCoordinateRegion(around: coordinates)?.center ?? kCLLocationCoordinate2DInvalid
  }
}

/// A line of several parts.
open class MKPolyline: MKMultiPoint, MKOverlay {
  public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    super.init(Array(UnsafeBufferPointer(start: coords, count: count)))
  }
}

/// An area with straight sides.
open class MKPolygon: MKMultiPoint, MKOverlay {
  public init(coordinates coords: UnsafePointer<CLLocationCoordinate2D>, count: Int) {
    super.init(Array(UnsafeBufferPointer(start: coords, count: count)))
  }
}

/// Draws an overlay. Never asked to.
open class MKOverlayRenderer: NSObject {
  public final let overlay: any MKOverlay
  open var alpha: CGFloat = 1
  public init(overlay: any MKOverlay) { self.overlay = overlay }
}

open class MKOverlayPathRenderer: MKOverlayRenderer {
  open var fillColor: UIColor?
  open var strokeColor: UIColor?
  open var lineWidth: CGFloat = 0
  open var lineDashPattern: [NSNumber]?
}

open class MKCircleRenderer: MKOverlayPathRenderer {
  public convenience init(circle: MKCircle) { self.init(overlay: circle) }
}

open class MKPolylineRenderer: MKOverlayPathRenderer {
  public convenience init(polyline: MKPolyline) { self.init(overlay: polyline) }
}

open class MKPolygonRenderer: MKOverlayPathRenderer {
  public convenience init(polygon: MKPolygon) { self.init(overlay: polygon) }
}
