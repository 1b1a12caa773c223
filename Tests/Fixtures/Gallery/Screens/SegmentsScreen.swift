import UIKit

final class SegmentsScreen: ScreenView {
  private let pages = UIPageControl()

  override func addExamples() {
    addGroup(
      "Segments",
      [
        segments("Three", ["List", "Map", "Grid"]),
        segments("Symbols", ["list.bullet", "calendar", "photo"].compactMap { UIImage(systemName: $0) }),
        segments("One is disabled", ["Small", "Medium", "Large"]) { $0.setEnabled(false, forSegmentAt: 2) },
        segments("All are disabled", ["Off", "On"]) { $0.isEnabled = false },
        segments("As wide as their titles", ["S", "Medium", "Extra large"]) {
          $0.apportionsSegmentWidthsByContent = true
        },
        segments("Buttons that are not selected", ["Earlier", "Later"]) { $0.isMomentary = true },
        segments("Arabic", ["قائمة", "خريطة"]),
      ])
    pages.numberOfPages = 5
    pages.currentPage = 1
    note(pages, .valueChanged) { "Page \($0.currentPage + 1) is shown" }
    addGroup("Pages", [captioned("Pictures", pages)])
  }

  private func segments(
    _ caption: String, _ items: [Any], _ change: (UISegmentedControl) -> Void = { _ in }
  ) -> UIView {
    let control = UISegmentedControl(items: items)
    control.selectedSegmentIndex = 0
    change(control)
    note(control, .valueChanged) { "Segment \($0.selectedSegmentIndex + 1) of “\(caption)” was chosen" }
    return captioned(caption, control)
  }
}
