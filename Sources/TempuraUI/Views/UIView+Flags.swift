extension UIView {
  /// The Boolean properties of a view, one bit each.
  package struct Flags: OptionSet {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The markup of the view itself changed.
    package static let needsRender = Flags(rawValue: 1 << 0)
    /// The markup of the view or of a descendant changed.
    package static let subtreeNeedsRender = Flags(rawValue: 1 << 1)
    package static let needsLayout = Flags(rawValue: 1 << 2)
    package static let subtreeNeedsLayout = Flags(rawValue: 1 << 3)
    package static let isHidden = Flags(rawValue: 1 << 4)
    package static let isInteractionDisabled = Flags(rawValue: 1 << 5)
    /// The app assigned a frame, which takes the view out of the flow.
    package static let isPlaced = Flags(rawValue: 1 << 6)
    package static let isSizedToFit = Flags(rawValue: 1 << 7)
    /// The markup does not contain the subviews in their order, so the renderer cannot replace their parts of it.
    package static let isUnordered = Flags(rawValue: 1 << 8)
    /// The view is covered by a modal screen.
    package static let isInert = Flags(rawValue: 1 << 9)
    /// The view is named after a property in its id.
    package static let isNamedAsProperty = Flags(rawValue: 1 << 10)
    /// The view is a selected control.
    package static let isSelected = Flags(rawValue: 1 << 12)
    /// The view has the input focus, or gets it on the next page.
    package static let isFirstResponder = Flags(rawValue: 1 << 13)
    /// The view was rendered as part of its superview, which is still being rendered.
    package static let isRendered = Flags(rawValue: 1 << 14)
    /// The view named the views that its properties hold.
    package static let hasNamedProperties = Flags(rawValue: 1 << 15)
    /// The frame does not place the view: `translatesAutoresizingMaskIntoConstraints` is false.
    package static let ignoresFrame = Flags(rawValue: 1 << 16)
    /// A subview has or had an assigned frame, for which the view must be large enough.
    package static let hasPlacedSubview = Flags(rawValue: 1 << 17)
    /// The framework is assigning the frame, for the app to read: the view stays in the flow.
    package static let keepsFlow = Flags(rawValue: 1 << 18)
    /// `updateConstraints` has to be called before the next layout.
    package static let needsConstraints = Flags(rawValue: 1 << 19)
    /// `adjustsFontForContentSizeCategory`.
    package static let adjustsFont = Flags(rawValue: 1 << 20)
    /// The user typed the text of the view, and the app has not changed it since.
    package static let hasTypedText = Flags(rawValue: 1 << 21)
    /// The app may have assigned the frame of a view in the subtree.
    package static let containsPlacedView = Flags(rawValue: 1 << 22)
    /// The view is a window, and the app assigned the frame of a view in it.
    package static let isFramed = Flags(rawValue: 1 << 23)
    package static let clipsToBounds = Flags(rawValue: 1 << 24)
    /// The view's layer has sublayers that are not those of subviews.
    package static let hasSublayers = Flags(rawValue: 1 << 25)
    /// The `zPosition` of the view's layer is not 0.
    package static let hasDepth = Flags(rawValue: 1 << 26)
    /// A subview has or had a `zPosition`.
    package static let hasSubviewsWithDepth = Flags(rawValue: 1 << 27)
    /// A list gives the view exactly the size of its frame, and leaves it in the flow.
    package static let hasExactSize = Flags(rawValue: 1 << 28)
    /// A stack view with a frame places the view.
    package static let isArranged = Flags(rawValue: 1 << 29)
    /// The view belongs to the keyboard of a field: see `InputViews`.
    package static let isInputView = Flags(rawValue: 1 << 30)
    /// The markup of the view is exactly one element, which has the view's id.
    package static let isElement = Flags(rawValue: 1 << 31)
  }
}
