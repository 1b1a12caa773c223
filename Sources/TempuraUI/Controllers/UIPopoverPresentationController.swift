public import Foundation

/// How a popover stands to what it comes from. On a page it is in the middle: where the source stands is known in the
/// browser only.
open class UIPopoverPresentationController: UIPresentationController {
  /// The edges at which a popover may have its arrow.
  public typealias ArrowDirection = UIPopoverArrowDirection

  /// For the app to read: popovers of pages have no arrow.
  open var sourceView: UIView?

  /// For the app to read: popovers of pages have no arrow.
  open var sourceRect = CGRect.null

  /// For the app to read: popovers of pages have no arrow.
  open var barButtonItem: UIBarButtonItem?

  /// For the app to read: popovers of pages have no arrow.
  open var permittedArrowDirections = UIPopoverArrowDirection.any

  /// For the app to read: popovers of pages have no arrow.
  open var canOverlapSourceViewRect = false

  /// For the app to read: what is below a popover takes no input.
  open var passthroughViews: [UIView]?

  /// For the app to read: the style sheet keeps a distance to the edges.
  open var popoverLayoutMargins = UIEdgeInsets.zero

  /// The colour of the popover.
  open var backgroundColor: UIColor? { didSet { presentedViewController.view.backgroundColor = backgroundColor } }
}

/// The directions that the arrow of a popover may point in.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let up = UIPopoverArrowDirection(rawValue: 1 << 0)
  public static let down = UIPopoverArrowDirection(rawValue: 1 << 1)
  public static let left = UIPopoverArrowDirection(rawValue: 1 << 2)
  public static let right = UIPopoverArrowDirection(rawValue: 1 << 3)
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// What a popover's delegate is called in UIKit.
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {}
