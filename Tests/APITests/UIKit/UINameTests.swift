import Foundation
import Testing
import UIKit

// Names that public apps use, as they are written there.

private protocol Identifying: AnyObject {}
private enum Keys { nonisolated(unsafe) static var name: UInt8 = 0 }
extension Identifying {
  fileprivate var name: String? {
    get { objc_getAssociatedObject(self, &Keys.name) as? String }
    set { objc_setAssociatedObject(self, &Keys.name, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}
private final class Model: Identifying {}

private final class NamedCell: UITableViewCell {
  override var reuseIdentifier: String? { "named" }
}
private final class NamedItem: UICollectionViewCell {
  override var reuseIdentifier: String? { String(describing: Self.self) }
}

private final class PickerController: UIViewController, UIColorPickerViewControllerDelegate,
  UISheetPresentationControllerDelegate, UICalendarViewDelegate, UICalendarSelectionSingleDateDelegate,
  UICalendarSelectionMultiDateDelegate
{
  let well = UIColorWell(frame: .zero)
  let calendar = UICalendarView()
  var picked: UIColor?

  override var keyCommands: [UIKeyCommand]? {
    [
      UIKeyCommand(title: "New", action: PickerController.pick, input: "n", modifierFlags: .command),
      UIKeyCommand(input: UIKeyCommand.inputEscape, modifierFlags: [], action: PickerController.close),
      UIKeyCommand(
        input: UIKeyCommand.inputUpArrow, modifierFlags: [.command, .shift], action: PickerController.close,
        discoverabilityTitle: "Up"),
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    addKeyCommand(
      UIKeyCommand(title: "Find", action: PickerController.close, input: "f", modifierFlags: [.command, .alternate]))
    well.title = "Colour"
    well.selectedColor = .systemRed
    well.supportsAlpha = false
    well.addAction(
      UIAction { [weak self] action in self?.picked = (action.sender as? UIColorWell)?.selectedColor },
      for: .valueChanged)
    calendar.calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en")
    calendar.timeZone = .current
    calendar.fontDesign = .rounded
    calendar.tintColor = .systemTeal
    calendar.delegate = self
    calendar.availableDateRange = DateInterval(start: .distantPast, end: .distantFuture)
    calendar.visibleDateComponents = DateComponents(year: 2026, month: 2)
    calendar.setVisibleDateComponents(DateComponents(year: 2026, month: 3), animated: true)
    let single = UICalendarSelectionSingleDate(delegate: self)
    single.selectedDate = DateComponents(year: 2026, month: 2, day: 3)
    single.setSelected(nil, animated: true)
    single.updateSelectableDates()
    let multi = UICalendarSelectionMultiDate(delegate: self)
    multi.selectedDates = []
    multi.setSelectedDates([], animated: false)
    calendar.selectionBehavior = single
    calendar.wantsDateDecorations = true
    calendar.reloadDecorations(forDateComponents: [DateComponents(year: 2026, month: 2, day: 3)], animated: true)
    navigationItem.standardAppearance = UINavigationBarAppearance()
    navigationItem.scrollEdgeAppearance = navigationItem.standardAppearance
    navigationItem.compactAppearance = nil
    navigationItem.compactScrollEdgeAppearance = nil
  }

  func pick(_ sender: UIKeyCommand) {
    let picker = UIColorPickerViewController()
    picker.delegate = self
    picker.selectedColor = .systemBlue
    picker.supportsAlpha = true
    picker.title = "Background"
    if let sheet = picker.sheetPresentationController {
      sheet.detents = [.medium(), .large()]
      sheet.delegate = self
    }
    present(picker, animated: true)
  }
  func close() {}

  func colorPickerViewControllerDidFinish(_ viewController: UIColorPickerViewController) {
    picked = viewController.selectedColor
  }
  func colorPickerViewControllerDidSelectColor(_ viewController: UIColorPickerViewController) {
    picked = viewController.selectedColor
  }
  func colorPickerViewController(
    _ viewController: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool
  ) { picked = color }
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
  func calendarView(_ calendarView: UICalendarView, decorationFor dateComponents: DateComponents) -> UICalendarView
    .Decoration?
  {
    dateComponents.day == 3
      ? .default(color: .systemRed, size: .large)
      : dateComponents.day == 4 ? .image(UIImage(systemName: "star"), color: .yellow) : .customView { UILabel() }
  }
  func calendarView(
    _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents
  ) {}
  func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate dateComponents: DateComponents?) {}
  func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?) -> Bool
  { true }
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate dateComponents: DateComponents) {}
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate dateComponents: DateComponents) {}
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: DateComponents)
    -> Bool
  { true }
  func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: DateComponents)
    -> Bool
  { true }
}

private final class OutlineController: UIViewController {
  enum Section: Hashable { case main }
  struct Node: Hashable { var title: String; var children: [Node] = [] }
  var collectionView: UICollectionView!
  var dataSource: UICollectionViewDiffableDataSource<Section, Node>!

  override func viewDidLoad() {
    super.viewDidLoad()
    let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .sidebar))
    collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
    view.addSubview(collectionView)
    let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Node> { cell, _, node in
      var content = cell.defaultContentConfiguration()
      content.text = node.title
      cell.contentConfiguration = content
      let options = UICellAccessory.OutlineDisclosureOptions(style: .header)
      cell.accessories = node.children.isEmpty ? [.reorder(displayed: .always)] : [.outlineDisclosure(options: options)]
    }
    dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, path, node in
      view.dequeueConfiguredReusableCell(using: registration, for: path, item: node)
    }
    var snapshot = NSDiffableDataSourceSectionSnapshot<Node>()
    let root = Node(title: "Fruit", children: [Node(title: "Apple"), Node(title: "Pear")])
    snapshot.append([root])
    snapshot.append(root.children, to: root)
    snapshot.expand([root])
    snapshot.collapse([root])
    dataSource.apply(snapshot, to: .main, animatingDifferences: false)
    var current = dataSource.snapshot(for: .main)
    _ = current.items + current.rootItems + current.visibleItems
    _ = current.isExpanded(root) || current.isVisible(root) || current.contains(root)
    _ = current.level(of: root) + (current.index(of: root) ?? 0)
    _ = current.parent(of: root.children[0])
    _ = current.snapshot(of: root, includingParent: true)
    current.insert([Node(title: "Kiwi")], after: root.children[0])
    current.insert([Node(title: "Fig")], before: root)
    current.delete([root.children[1]])
    current.replace(childrenOf: root, using: NSDiffableDataSourceSectionSnapshot<Node>())
    current.deleteAll()
    dataSource.sectionSnapshotHandlers.shouldExpandItem = { _ in true }
    dataSource.sectionSnapshotHandlers.shouldCollapseItem = { _ in true }
    dataSource.sectionSnapshotHandlers.willExpandItem = { [weak self] _ in self?.title = "open" }
    dataSource.sectionSnapshotHandlers.willCollapseItem = { _ in }
    dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, current in
      var children = NSDiffableDataSourceSectionSnapshot<Node>()
      children.append(parent.children)
      return children
    }
    dataSource.reorderingHandlers.canReorderItem = { node in node.children.isEmpty }
    dataSource.reorderingHandlers.willReorder = { _ in }
    dataSource.reorderingHandlers.didReorder = { transaction in
      _ = transaction.initialSnapshot.itemIdentifiers
      _ = transaction.finalSnapshot.itemIdentifiers
      for change in transaction.difference {
        if case .insert(let offset, let node, _) = change { _ = (offset, node) }
      }
      for section in transaction.sectionTransactions {
        _ = (
          section.sectionIdentifier, section.initialSnapshot.items, section.finalSnapshot.rootItems,
          section.difference.count
        )
      }
    }
  }
}

@Suite struct NameTests {
  @Test func anyObjectHasAssociatedValues() {
    let model = Model()
    model.name = "a"
    #expect(model.name == "a")
    #expect(Model().name == nil)
  }

  @Test func texts() {
    var text = AttributedString("Hello")
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    text.paragraphStyle = style
    text.underlineStyle = .single
    text.strikethroughStyle = .single
    text.underlineColor = .red
    text.strikethroughColor = .red
    text.baselineOffset = 2
    text.kern = 1
    text.tracking = 2
    text.strokeWidth = 2
    text.strokeColor = .red
    text.shadow = NSShadow()
    text.ligature = 1
    text.obliqueness = 0.2
    text.expansion = 0.2
    let container = AttributeContainer([.font: UIFont.boldSystemFont(ofSize: 12), .foregroundColor: UIColor.red])
    text.mergeAttributes(container)
    #expect(container.font == UIFont.boldSystemFont(ofSize: 12))
    let label = UILabel()
    label.attributedText = NSAttributedString(text)
    let back = AttributedString(NSAttributedString(string: "a", attributes: [.foregroundColor: UIColor.blue]))
    #expect(back.foregroundColor == .blue)
    var configuration = UIButton.Configuration.plain()
    configuration.attributedTitle = AttributedString(
      "Go", attributes: AttributeContainer([.font: UIFont.systemFont(ofSize: 9)]))
  }

  @Test func images() {
    for image in [UIImage.add, .remove, .actions, .checkmark, .strokedCheckmark] { #expect(image.isSymbolImage) }
    _ = UIDevice().systemName
    #expect(NamedCell(style: .default, reuseIdentifier: nil).reuseIdentifier == "named")
    #expect(NamedItem().reuseIdentifier == "NamedItem")
  }
}
