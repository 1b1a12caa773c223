internal import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
  /// Runs tests only in `make test-all`, because they take long or load the machine.
  package static var inTestAll: Self {
    .enabled(if: ProcessInfo.processInfo.environment["TEST_ALL"] != nil, "It runs in `make test-all`.")
  }
}
