import Katana
import UIKit
import XCTest

@testable import WeatherDemo

final class LocationsTests: XCTestCase {
  func testCitiesAreRowsAndTheChosenOneIsChecked() throws {
    var state = WeatherState()
    ChooseCity(id: "tokyo").updateState(&state)
    let view = LocationsView(frame: .zero)
    view.setup()
    view.style()
    view.model = LocationsViewModel(state: state)
    let table = try XCTUnwrap(view.subviews.compactMap { $0 as? UITableView }.first)
    XCTAssertEqual(table.visibleCells.map { $0.textLabel?.text }, City.all.map(\.name))
    XCTAssertEqual(
      table.visibleCells.filter { $0.accessoryType == .checkmark }.map { $0.textLabel?.text }, ["Tokyo"])

    var chosen: [String] = []
    view.didChoose = { chosen.append($0) }
    view.tableView(table, didSelectRowAt: IndexPath(row: 1, section: 0))
    XCTAssertEqual(chosen, ["barcelona"])
  }
}
