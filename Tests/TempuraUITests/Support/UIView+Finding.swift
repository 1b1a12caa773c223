@testable import TempuraUI

extension UIView {
  /// The view with an id: this view or one of its descendants.
  func descendant(withID id: String) -> UIView? { ViewIndex(of: [id], in: self).view(withID: id) }

  /// The result of `find` for the view or the part with an id.
  func target<Target>(withID id: String, _ find: (UIView, String) -> Target?) -> Target? {
    ViewIndex(of: [id], in: self).target(withID: id, find)
  }
}
