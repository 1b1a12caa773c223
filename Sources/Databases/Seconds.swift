internal import Foundation

/// The present, in seconds since 1970, as a parameter of a statement.
package func seconds(after seconds: Int = 0) -> String { String(Int(Date().timeIntervalSince1970) + seconds) }
