import XCTest

@testable import RewardsDemo

final class RewardsTests: XCTestCase {}
