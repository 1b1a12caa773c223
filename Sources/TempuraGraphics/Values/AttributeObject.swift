public import Foundation

/// The superclass of the objects that an attributed string contains, such as fonts and colours.
///
/// Foundation compares the attributes of neighbouring characters. On Linux, it takes an object for one of Core Foundation if
/// bits 8 to 17 of the object's first word are 0, and then stops the process (`CFEqual`). An object that is no `NSObject` is
/// not safe either: Foundation puts it into a box whose first word is the address of the object.
open class AttributeObject: NSObject {
  /// The number of a type that Core Foundation does not have.
  private let typeBits: UInt = 0x3FF00
}

extension Hasher {
  static func hash(_ first: some Hashable, _ second: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(first)
    hasher.combine(second)
    return hasher.finalize()
  }
}
