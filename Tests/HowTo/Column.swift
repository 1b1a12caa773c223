import UIKit

/// The root view of a screen of these apps, whose subviews flow in a readable column: `Public/how-to.css`.
class Column: UIView {}
