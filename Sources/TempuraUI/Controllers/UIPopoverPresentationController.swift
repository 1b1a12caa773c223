public import Foundation

/// The presentation of a popover. The page shows it in the middle: only the browser knows the position of the source.
open class UIPopoverPresentationController: UIPresentationController {
  /// The directions in which the arrow of a popover may point.
  public typealias ArrowDirection = UIPopoverArrowDirection

  // Without effect: popovers have no arrow, views below receive no input, and the style sheet sets the distance to the edges.
  open var sourceView: UIView?
  open var sourceRect = CGRect.null
  open var barButtonItem: UIBarButtonItem?
  open var permittedArrowDirections = UIPopoverArrowDirection.any
  open var canOverlapSourceViewRect = false
  open var passthroughViews: [UIView]?
  open var popoverLayoutMargins = UIEdgeInsets.zero

  /// The background colour of the popover.
  open var backgroundColor: UIColor? { didSet { presentedViewController.view.backgroundColor = backgroundColor } }
}

/// The directions in which the arrow of a popover may point.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let up = UIPopoverArrowDirection(rawValue: 1 << 0)
  public static let down = UIPopoverArrowDirection(rawValue: 1 << 1)
  public static let left = UIPopoverArrowDirection(rawValue: 1 << 2)
  public static let right = UIPopoverArrowDirection(rawValue: 1 << 3)
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// The delegate of a popover.
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}
