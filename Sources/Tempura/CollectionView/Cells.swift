public import Foundation

/// A cell that is known by a name.
public protocol ReusableCell: AnyObject {
  static var identifierForReuse: String { get }
}

extension ReusableCell {
  public static var identifierForReuse: String { String(describing: self) }
}

/// A cell that shows a model.
public protocol ConfigurableCell: ReusableCell, ModellableView {}

/// A cell that knows how large it is with a model. On a page a row is as large as its content; the size is there for
/// apps that ask for it.
public protocol SizeableCell: ModellableView {
  static func size(for model: VM) -> CGSize
}
