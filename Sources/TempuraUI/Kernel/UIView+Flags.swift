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
    /// The markup does not contain the subviews in their order, so the renderer cannot replace their parts of it.
    package static let isUnordered = Flags(rawValue: 1 << 6)
    /// The view is covered by a modal screen.
    package static let isInert = Flags(rawValue: 1 << 7)
    /// The view is named after a property in its id.
    package static let isNamedAsProperty = Flags(rawValue: 1 << 8)
    /// The view is a selected control.
    package static let isSelected = Flags(rawValue: 1 << 9)
    /// The app gave the view the input focus: the page focuses it. The property `isFirstResponder` is also true during editing.
    package static let isFirstResponder = Flags(rawValue: 1 << 10)
    /// The view was rendered as part of its superview, which is still being rendered.
    package static let isRendered = Flags(rawValue: 1 << 11)
    /// The view named the views that its properties hold.
    package static let hasNamedProperties = Flags(rawValue: 1 << 12)
    /// The view belongs to the layout of its superview: `translatesAutoresizingMaskIntoConstraints` is false.
    package static let ignoresFrame = Flags(rawValue: 1 << 13)
    /// A subview has or had a frame on the page, for which the view must be large enough.
    package static let hasSubviewWithFrame = Flags(rawValue: 1 << 14)
    /// The framework is assigning the frame, for the app to read: the view stays in the flow.
    package static let keepsFlow = Flags(rawValue: 1 << 15)
    /// `updateConstraints` has to be called before the next layout.
    package static let needsConstraints = Flags(rawValue: 1 << 16)
    /// The user typed the text of the view, and the app has not changed it since.
    package static let hasTypedText = Flags(rawValue: 1 << 17)
    /// The app may place a view in the subtree, by a frame or by constraints.
    package static let mayContainFrames = Flags(rawValue: 1 << 18)
    /// The view is a window, and the app places a view in it.
    package static let isFramed = Flags(rawValue: 1 << 19)
    package static let clipsToBounds = Flags(rawValue: 1 << 20)
    /// The view's layer has sublayers that are not those of subviews.
    package static let hasSublayers = Flags(rawValue: 1 << 21)
    /// A subview has or had a `zPosition`.
    package static let hasSubviewsWithDepth = Flags(rawValue: 1 << 22)
    /// The view belongs to the keyboard of a field: see `InputViews`.
    package static let isInputView = Flags(rawValue: 1 << 24)
    /// The markup of the view is exactly one element, which has the view's id.
    package static let isElement = Flags(rawValue: 1 << 25)
    /// The view is a cell whose configurations are those of its state.
    package static let isConfigured = Flags(rawValue: 1 << 26)
    /// The last name of the view's id is a class of its element, too.
    package static let isPathNameClass = Flags(rawValue: 1 << 27)
    /// The view is the content view of a cell, and has an element whatever its properties are.
    package static let hasOwnElement = Flags(rawValue: 1 << 28)
    /// The user edits the text of the view.
    package static let isBeingEdited = Flags(rawValue: 1 << 29)
    /// The view was told of its first traits.
    package static let hasTraits = Flags(rawValue: 1 << 30)
    /// A constraint of a superview concerns a view in this one, so that both are laid out together.
    package static let joinsSuperview = Flags(rawValue: 1 << 23)
    /// The view is as large as its content wherever the app does not place it, because of `sizeToFit()`.
    package static let isSizedToFit = Flags(rawValue: 1 << 31)
  }

  /// How a page uses the frame of a view.
  package enum FrameUse: UInt8 {
    /// The view is in the flow of its superview. The frame is for code to read.
    case unused
    /// The view is in the flow, and the browser sizes it to its content, because of `sizeToFit()`.
    case sizedToFit
    /// The page is laid out, and the framework set the frame: by constraints, in a column, or as a part of the superview.
    case laidOut
    /// The app assigned the frame, which takes the view out of the flow.
    case assigned
  }

  /// Whether the view is exactly at its frame.
  package final var hasAssignedFrame: Bool { frameUse == .assigned || frameUse == .laidOut }
}
