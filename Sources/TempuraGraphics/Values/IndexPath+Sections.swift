public import Foundation

// UIKit's names of the two indexes in an index path of a list. As in UIKit, they trap if the path is shorter.

extension IndexPath {
  public init(row: Int, section: Int) {
    self.init(index: section)
    append(row)  // An array of both indexes would be allocated.
  }

  public init(item: Int, section: Int) { self.init(row: item, section: section) }

  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}

extension NSIndexPath {
  public convenience init(row: Int, section: Int) { self.init(indexes: [section, row], length: 2) }
  public convenience init(item: Int, section: Int) { self.init(row: item, section: section) }

  public var section: Int { index(atPosition: 0) }
  public var row: Int { index(atPosition: 1) }
  public var item: Int { row }
}
