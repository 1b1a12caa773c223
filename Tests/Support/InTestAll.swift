internal import Foundation
package import Testing

private let isTestAll = ProcessInfo.processInfo.environment["TEST_ALL"] != nil

extension Trait where Self == ConditionTrait {
  /// Runs tests only in `make test-all`, because they take long or load the machine.
  package static var inTestAll: Self { .enabled(if: isTestAll, "It runs in `make test-all`.") }
}

/// The size of a test: what notices most mistakes, or in `make test-all` what also notices rare ones.
package func size<Size>(_ small: Size, inTestAll full: Size) -> Size { isTestAll ? full : small }
