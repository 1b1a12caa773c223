/// The method of a request (RFC 9110, section 9). Any token can be a method; the usual ones have names.
package struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let get = Self(rawValue: "GET")
  package static let head = Self(rawValue: "HEAD")
  package static let post = Self(rawValue: "POST")
  package static let options = Self(rawValue: "OPTIONS")

  package var description: String { rawValue }
}
