package import Foundation
internal import HTML

/// CSS declarations that are being written, each with a semicolon.
///
/// It is a buffer of bytes, because appending to a string takes several times as long, for each view that changes.
package struct CSSText: ~Copyable {
  private var buffer = HTMLBuffer(capacity: 256)

  package init() {}

  package var isEmpty: Bool { buffer.count == 0 }

  package var bytes: UnsafeRawBufferPointer { buffer.bytes }

  package var string: String { buffer.string }

  /// Removes the declarations and keeps the memory.
  package mutating func removeAll() { buffer.removeAll() }

  package static func += (css: inout CSSText, text: StaticString) { css.buffer.append(text) }

  @_disfavoredOverload
  package static func += (css: inout CSSText, text: String) { css.buffer.append(markup: text) }

  /// Appends a declaration.
  package mutating func declare(_ property: StaticString, _ value: String) {
    buffer.append(property)
    buffer.append(":")
    buffer.append(markup: value)
    buffer.append(";")
  }

  /// Appends a declaration of a length that scales with the browser's text size, without a string of it.
  ///
  /// - Parameter length: In points. Browsers cannot lay out lengths of some ten millions of pixels.
  package mutating func declare(_ property: StaticString, rem length: CGFloat) {
    buffer.append(property)
    buffer.append(":")
    let length = min(max(length, -4_000_000), 4_000_000)
    if length == 0 {
      buffer.append("0;")
    } else {
      buffer.append(limit: CSS.longestNumber) { CSS.write(length / 16, to: $0) }
      buffer.append("rem;")
    }
  }

  /// Appends the tint of an element, of texts and of areas. `UIColor.tintColor` is the tint that it has: a property must not
  /// name itself.
  package mutating func declareTint(_ color: UIColor) {
    guard color !== UIColor.tintColor else { return }
    declare("--tint", color.css)
    self += "--fill:var(--tint);"
  }
}
