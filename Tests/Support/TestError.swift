/// An error of a test's own tools.
package struct TestError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
