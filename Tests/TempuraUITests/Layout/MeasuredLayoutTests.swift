import Basics
import Foundation
import Testing

@testable import TempuraGraphics
@testable import TempuraUI

/// Layouts that begin with what is known: from when the root was measured, or from a root with the same constraints.
@Suite struct MeasuredLayoutTests {
  /// A root with a text between a view of a fixed height and its own lower edge.
  private final class Row: UIView {
    let text = UILabel()
    let bar = UIView()
    private(set) var gap, height: NSLayoutConstraint!

    convenience init(_ string: String, gap: CGFloat = 10, height: CGFloat = 20) {
      self.init(frame: .zero)
      text.text = string
      text.numberOfLines = 0
      for view in [text, bar] {
        view.translatesAutoresizingMaskIntoConstraints = false
        addSubview(view)
      }
      self.gap = text.topAnchor.constraint(equalTo: bar.bottomAnchor, constant: gap)
      self.height = bar.heightAnchor.constraint(equalToConstant: height)
      NSLayoutConstraint.activate(
        sides(text, of: self) + sides(bar, of: self) + [
          bar.topAnchor.constraint(equalTo: topAnchor), self.height!, self.gap!,
          text.bottomAnchor.constraint(equalTo: bottomAnchor),
        ])
    }

    /// Returns the height that the row needs.
    func measured() -> CGFloat {
      systemLayoutSizeFitting(
        CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel
      ).height
    }

    func layOut(height: CGFloat) {
      setFlowingFrame(CGRect(x: 0, y: 0, width: 200, height: height))
      layoutIfNeeded()
    }
  }

  private let line = label().intrinsicContentSize.height
  private let long = "a text of several words that are wrapped in the width of the row"

  @Test func rootsWithTheSameConstraintsDifferInTextsAndConstants() {
    for (string, gap, height) in [("one", 10, 20), (long, 10, 20), ("two", 4, 20), ("three", 4, 31), ("one", 10, 20)]
      as [(String, CGFloat, CGFloat)]
    {
      let row = Row(string, gap: gap, height: height)
      let lines = row.text.sizeThatFits(CGSize(width: 200, height: 0)).height
      let total = (height + gap + lines).roundedToPixel()
      #expect(row.measured() == total)
      row.layOut(height: total)
      #expect(row.bar.frame == CGRect(x: 0, y: 0, width: 200, height: height))
      #expect(row.text.frame == CGRect(x: 0, y: height + gap, width: 200, height: lines))
    }
  }

  @Test func whatChangesAfterTheMeasurementIsLaidOut() {
    let row = Row("one")
    let height = row.measured()
    row.gap.constant = 15
    row.layOut(height: height)
    #expect(row.text.frame.minY == 35)
    _ = row.measured()
    row.text.text = long
    row.layOut(height: 200)
    #expect(row.text.frame == CGRect(x: 0, y: 35, width: 200, height: 165))
    _ = row.measured()
    row.gap.priority = UILayoutPriority.defaultLow
    row.text.heightAnchor.constraint(equalToConstant: 50).isActive = true
    row.layOut(height: 201)
    #expect(row.text.frame == CGRect(x: 0, y: 151, width: 200, height: 50))
  }

  @Test func aRowGetsAnotherHeightThanItWasMeasuredFor() {
    let row = Row("one")
    _ = row.measured()
    row.layOut(height: 100)
    #expect(row.text.frame == CGRect(x: 0, y: 30, width: 200, height: 70))
  }

  @Test func constantsThatContradictLeaveAConstraintOutInTheirRootOnly() {
    func row(_ height: CGFloat) -> Row {
      let row = Row("one", height: height)
      row.bar.accessibilityIdentifier = "bar of \(height)"
      row.bar.heightAnchor.constraint(lessThanOrEqualToConstant: 30).isActive = true
      row.layOut(height: 80)
      return row
    }
    #expect(row(20).bar.frame.height == 20)
    let high = row(40)
    #expect(high.bar.frame.height <= 40 && high.text.frame.maxY == 80)
    #expect(Misuse.messages.contains { $0.contains("bar of 40") && $0.contains("contradicts") })
    #expect(row(25).bar.frame.height == 25)
  }

  // MARK: - Lists

  private final class CountingCell: UITableViewCell {
    static let asked = Locked(0)

    override func systemLayoutSizeFitting(
      _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
      verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
      Self.asked.withLock { $0 += 1 }
      return super.systemLayoutSizeFitting(
        targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
    }
  }

  private final class Source: NSObject, UITableViewDataSource {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = CountingCell(style: .default, reuseIdentifier: nil)
      let row = Row("row", height: CGFloat(30 + indexPath.row))
      row.translatesAutoresizingMaskIntoConstraints = false
      cell.contentView.addSubview(row)
      NSLayoutConstraint.activate(
        sides(row, of: cell.contentView) + [
          row.topAnchor.constraint(equalTo: cell.contentView.topAnchor),
          row.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor),
        ])
      return cell
    }
  }

  @Test func aCellIsAskedForItsSizeOnce() {
    let (table, source) = (UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 800)), Source())
    table.dataSource = source
    table.layoutIfNeeded()
    #expect(CountingCell.asked.withLock { $0 } == 5)
    let heights = table.visibleCells.map { $0.contentView.subviews[0].frame.height }
    #expect(heights == (0..<5).map { (40 + CGFloat($0) + line).roundedToPixel() })
  }
}
