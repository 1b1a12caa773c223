internal import Basics
public import Foundation

/// A nib file. The server cannot read nib files, and reports each use of one: make the views in code.
open class UINib: NSObject {
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
  }

  private let name: String

  public init(nibName name: String, bundle bundleOrNil: Bundle?) { self.name = name }

  /// Reports that the nib cannot be read.
  ///
  /// - Returns: No views.
  open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
    report("make its views in code")
    return []
  }

  final func report(_ remedy: String) { Misuse.report("The nib \(name) cannot be read on a server: \(remedy).") }
}

extension Bundle {
  /// Reports that the nib cannot be read.
  ///
  /// - Returns: nil.
  public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
    _ = UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
    return nil
  }
}

extension UITableView {
  /// Reports that the nib cannot be read, and registers nothing.
  public final func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    nib?.report("make the cell in code, and register its class for the identifier \(identifier)")
  }

  /// Reports that the nib cannot be read, and registers nothing.
  public final func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    nib?.report("make the view in code, and register its class for the identifier \(identifier)")
  }
}

extension UICollectionView {
  /// Reports that the nib cannot be read, and registers nothing.
  public final func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    nib?.report("make the cell in code, and register its class for the identifier \(identifier)")
  }

  /// Reports that the nib cannot be read, and registers nothing.
  public final func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    nib?.report("make the view in code, and register its class for the identifier \(identifier)")
  }
}
