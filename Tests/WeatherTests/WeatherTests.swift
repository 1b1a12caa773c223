import XCTest

@testable import WeatherDemo

final class WeatherTests: XCTestCase {}
