public import CoreLocation
public import Foundation
public import TempuraUI

/// A place on a map.
public protocol MKAnnotation: AnyObject {
  var coordinate: CLLocationCoordinate2D { get }
  var title: String? { get }
  var subtitle: String? { get }
}

extension MKAnnotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
}

/// A place with a title.
open class MKPointAnnotation: NSObject, MKAnnotation {
  public convenience init(coordinate: CLLocationCoordinate2D, title: String? = nil, subtitle: String? = nil) {
    self.init()
    self.coordinate = coordinate
    self.title = title
    self.subtitle = subtitle
  }

  open var coordinate = CLLocationCoordinate2D()
  open var title: String?
  open var subtitle: String?
}

/// The view of a place on a map that is drawn.
open class MKAnnotationView: UIView {
  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  public required init?(coder: NSCoder) {
    reuseIdentifier = nil
    super.init(coder: coder)
  }

  open var annotation: (any MKAnnotation)?
  public final let reuseIdentifier: String?
  open var image: UIImage?
  open var canShowCallout = false
  open var centerOffset = CGPoint.zero
  open var isDraggable = false
  open var leftCalloutAccessoryView: UIView?
  open var rightCalloutAccessoryView: UIView?
  open var isSelected = false
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  open func prepareForReuse() {}

  /// Shows the image. Called before the view is shown.
  open func prepareForDisplay() {
    guard let image else { return }
    let picture = UIImageView(image: image)
    picture.isAccessibilityElement = false
    addSubview(picture)
    bounds.size = image.size
    picture.frame = bounds
  }
}

/// The view of a place, as a balloon.
open class MKMarkerAnnotationView: MKAnnotationView {
  open var markerTintColor: UIColor?
  open var glyphTintColor: UIColor?
  open var glyphImage: UIImage?
  open var glyphText: String?

  override open func prepareForDisplay() {
    let bold = UIImage.SymbolConfiguration(pointSize: 32, weight: .bold)
    image = glyphImage ?? UIImage(systemName: "mappin", withConfiguration: bold)
    (tintColor, centerOffset.y) = (markerTintColor ?? .systemRed, -16)
    super.prepareForDisplay()
  }
}

/// The view of a place, as a pin.
open class MKPinAnnotationView: MKAnnotationView {
  open var pinTintColor: UIColor!
  open var animatesDrop = false
}
