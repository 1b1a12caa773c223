internal import Basics
internal import Foundation

/// Which methods for touches a class overrides. A page tells only of those touches that a class handles.
///
/// An overridden method has another address in the class's table of methods than in that of its framework class. The class metadata, of
/// which the table is a part, is described in docs/ABI/TypeMetadata.rst of Swift.
struct TouchHandling: OptionSet {
  let rawValue: UInt8

  /// The class handles touches.
  static let touches = TouchHandling(rawValue: 1 << 0)
  /// It also follows them.
  static let moves = TouchHandling(rawValue: 1 << 1)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// - Parameter type: The class of a responder.
  init(of type: AnyClass) {
    self = []
    var framework: AnyClass? = type
    while let type = framework, !ClassNames.isFrameworkClass(type) { framework = _getSuperclass(type) }
    guard let base = framework, base != type else { return }
    func overrides(_ places: [Int]) -> Bool { places.contains { Self.word($0, of: type) != Self.word($0, of: base) } }
    let tracking = (type as? UIView.Type)?.trackingMethods ?? []
    if overrides(Self.moving) || overrides(tracking) { insert([.touches, .moves]) }
    if overrides(Self.beginning) { insert(.touches) }
  }

  // MARK: - Tables of methods

  private static let beginning = places(of: Beginning.self, notOf: Plain.self, in: UIResponder.self)
  private static let moving = places(of: Moving.self, notOf: Plain.self, in: UIResponder.self)

  private class Plain: UIResponder {}
  private class Beginning: UIResponder {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}
  }
  private class Moving: UIResponder {
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      super.touchesMoved(touches, with: event)
    }
  }

  /// Returns where the metadata of a class has the methods that one of its subclasses overrides.
  ///
  /// - Parameters:
  ///   - probe: A subclass that overrides them.
  ///   - plain: A subclass that overrides none.
  static func places(of probe: AnyClass, notOf plain: AnyClass, in base: AnyClass) -> [Int] {
    (Self.firstMethod..<wordCount(of: base)).filter {
      word($0, of: base) == word($0, of: plain) && word($0, of: base) != word($0, of: probe)
    }
  }

  // The kind, the superclass, flags and sizes in three words, the description, the destroyer of properties
  private static let firstMethod = 7

  private static func wordCount(of type: AnyClass) -> Int {
    // Safe because the sizes are at these places in the metadata of each class.
    let metadata = metadata(of: type)
    let (size, start) = (
      metadata.load(fromByteOffset: 32, as: UInt32.self), metadata.load(fromByteOffset: 36, as: UInt32.self)
    )
    return Int(size - start) / MemoryLayout<UInt>.stride
  }

  private static func word(_ index: Int, of type: AnyClass) -> UInt {
    // Safe because the metadata of a subclass begins with that of its superclass.
    metadata(of: type).load(fromByteOffset: index * MemoryLayout<UInt>.stride, as: UInt.self)
  }

  private static func metadata(of type: AnyClass) -> UnsafeRawPointer {
    UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))!
  }
}
