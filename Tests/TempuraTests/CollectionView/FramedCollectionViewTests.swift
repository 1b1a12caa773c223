import Foundation
import Testing

@testable import Tempura
@testable import TempuraUI

private struct Note: ViewModel, Identifiable, Equatable {
  var id: String
  var lines = 1
}

private final class NoteCell: UICollectionViewCell, ConfigurableCell, SizeableCell {
  let label = UILabel()
  var layouts = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    setup()
  }
  required init?(coder: NSCoder) { nil }
  func setup() { contentView.addSubview(label) }
  func style() {}
  func update(oldModel: Note?) { label.text = model?.id }
  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
    label.frame = contentView.bounds
  }
  static func size(for model: Note) -> CGSize { CGSize(width: 200, height: CGFloat(model.lines) * 20) }
}

/// Tempura's collection views whose cells are laid out by frames.
@Suite struct FramedCollectionViewTests {
  private typealias List = CollectionView<NoteCell, SourceWithSections<Note>>

  private func list() -> List {
    let list = List(frame: CGRect(x: 0, y: 0, width: 200, height: 300), layout: UICollectionViewFlowLayout())
    list.useDiffs = true
    list.source = SourceWithSections([[Note(id: "a"), Note(id: "b", lines: 3)], [Note(id: "c")]])
    list.layoutIfNeeded()
    return list
  }

  private func frames(_ list: List) -> [CGRect] { list.visibleCells.map(\.frame) }

  @Test func cellsHaveTheSizesOfTheirModels() {
    let list = list()
    #expect(list.isLaidOut)
    #expect(frames(list).map(\.height) == [20, 60, 20])
    #expect(frames(list).map(\.minY) == [0, 30, 90])
    #expect((list.visibleCells[1] as? NoteCell)?.label.frame == CGRect(x: 0, y: 0, width: 200, height: 60))
    #expect(list.contentSize == CGSize(width: 200, height: 110))
    #expect(list.numberOfSections == 2 && list.numberOfItems(inSection: 1) == 1)
    #expect(list.indexPath(for: list.visibleCells[2]) == [1, 0])
    #expect(list.layoutAttributesForItem(at: [1, 0])?.frame.minY == 90)
  }

  @Test func aModelOfAnotherSizeMovesTheItemsBelow() throws {
    let list = list()
    let layouts = list.visibleCells.compactMap { ($0 as? NoteCell)?.layouts }
    list.source = SourceWithSections([[Note(id: "a", lines: 2), Note(id: "b", lines: 3)], [Note(id: "c")]])
    list.layoutIfNeeded()
    #expect(frames(list).map(\.minY) == [0, 50, 110])
    let after = list.visibleCells.compactMap { ($0 as? NoteCell)?.layouts }
    #expect(after[0] > layouts[0])
    #expect(Array(after[1...]) == Array(layouts[1...]), "they only moved")
    list.source = SourceWithSections([[Note(id: "a")], [Note(id: "b"), Note(id: "c")]])
    list.layoutIfNeeded()
    #expect(list.indexPath(for: list.visibleCells[1]) == [1, 0])
    list.source = nil
    list.layoutIfNeeded()
    #expect(list.contentSize.height == 0)
  }
}
