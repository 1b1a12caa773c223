import Foundation
import Glibc
import Testing

@testable import TempuraUI

/// Many sessions' screens are in memory at once, so that each view counts.
@Suite struct MemoryTests {
  private final class Row: UICollectionViewCell {
    let check = UIButton()
    let title = UILabel()
    let time = UILabel()
    let edit = UIButton()
  }

  /// The bytes of memory that the process has. Other tests use some meanwhile, so that it is good for a rough figure only.
  private func residentBytes() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return (Int(pages) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }

  private func allocatedBytes(of object: AnyObject) -> Int {
    typealias Measure = @convention(c) (UnsafeMutableRawPointer) -> Int
    // Safe because that is the function's type (malloc_usable_size(3)).
    let measure = unsafeBitCast(dlsym(nil, "malloc_usable_size"), to: Measure.self)
    return measure(Unmanaged.passUnretained(object).toOpaque())
  }

  @Test func aScreenTakesTensOfKilobytes() throws {
    let views = [UIView(), UILabel(), UIButton(), UITextField(), UITextView(), UIStackView(), UICollectionViewCell()]
    for view in views { #expect(allocatedBytes(of: view) <= 512) }
    var screens = (0..<50).map { _ in screen() }
    let before = try residentBytes()
    for _ in 0..<500 { screens.append(screen()) }
    let bytes = try (residentBytes() - before) / 500
    withExtendedLifetime(screens) {}
    let sizes = views.map { "\(type(of: $0)) \(allocatedBytes(of: $0))" }
    print("Bytes: \(sizes.joined(separator: ", ")); a screen of 101 views with its markup \(bytes)")
    #expect(bytes < 500_000)
  }

  @Test func aViewTakesNoMemoryForPropertiesThatItNeverSets() {
    let view = UILabel()
    #expect(view.alpha == 1 && view.frame == .zero && view.shadowColor == nil && view.gestureRecognizers == nil)
    view.backgroundColor = nil
    _ = html(view)
    #expect(view.rareProperties.isEmpty)
  }

  @Test func aViewTakesMemoryForTheGroupsOfPropertiesThatItSets() {
    let view = UILabel()
    view.alpha = 0.5
    #expect(view.rareProperties.box(of: UIView.Appearance.self)?.properties.alpha == 0.5)
    #expect(view.rareProperties.box(of: UIView.Accessibility.self) == nil)
  }

  /// Twenty rows of a button, two texts and another button, rendered once.
  private func screen() -> (UIView, HTMLRenderer) {
    let list = UIScrollView()
    for index in 0..<20 {
      let row = Row()
      for view in [row.check, row.title, row.time, row.edit] { row.addSubview(view) }
      row.setPathName(ofItem: "4F2A\(index)", in: list)
      row.check.on(.touchUpInside) { _ in }
      row.edit.on(.touchUpInside) { _ in }
      row.edit.setTitle("Edit", for: .normal)
      row.title.text = "Something to be done, number \(index)"
      row.title.font = .systemFont(ofSize: 17)
      row.time.text = "12:0\(index % 10)"
      row.time.textColor = .gray
      list.addSubview(row)
    }
    let renderer = HTMLRenderer()
    renderer.update(list)
    return (list, renderer)
  }
}
