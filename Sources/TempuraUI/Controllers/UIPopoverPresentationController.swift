public import Foundation

/// The presentation of a popover. The page shows it in the middle: only the browser knows the position of the source.
open class UIPopoverPresentationController: UIPresentationController {
  /// The directions in which the arrow of a popover may point.
  public typealias ArrowDirection = UIPopoverArrowDirection

  /// Ignored: popovers have no arrow.
  open var sourceView: UIView?

  /// Ignored: popovers have no arrow.
  open var sourceRect = CGRect.null

  /// Ignored: popovers have no arrow.
  open var barButtonItem: UIBarButtonItem?

  /// Ignored: popovers have no arrow.
  open var permittedArrowDirections = UIPopoverArrowDirection.any

  /// Ignored: popovers have no arrow.
  open var canOverlapSourceViewRect = false

  /// Ignored: views below a popover receive no input.
  open var passthroughViews: [UIView]?

  /// Ignored: the style sheet sets the distance to the window's edges.
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
