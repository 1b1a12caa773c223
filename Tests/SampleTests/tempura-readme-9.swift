// swift-format-ignore-file
// The samples are laid out as in the document.

// The samples of `tempura-readme-9.txt`, in its order.
//
// "Mended" says what a typo was; "Added" is what the document leaves out.

import Katana
import Tempura
import UIKit

// MARK: - Show me the code

struct AppState: State {

  var items: [Todo] = [
    Todo(text: "Pet my unicorn"),
    Todo(text: "Become a doctor.\nChange last name to Acula"),
    Todo(text: "Hire two private investigators.\nGet them to follow each other"),
    Todo(text: "Visit mars"),
  ]
}

// Added: the document only uses it.
struct Todo: Equatable {
  var text: String
  var completed: Bool = false
}

struct CompleteItem: StateUpdater {
  var index: Int

  func updateState(_ state: inout AppState) {
    state.items[index].completed = true
  }
}

struct ListViewModel: ViewModelWithState {
  var todos: [Todo]

  init(state: AppState) {
    self.todos = state.items  // Mended: state.todos; the state above has `items`.
  }
}

class ListView: UIView, ViewControllerModellableView {
  // subviews
  var todoButton: UIButton = UIButton(type: .custom)
  // Mended: there was no value, so that the class had no initialisers.
  var list: CollectionView<TodoCell, SimpleSource<TodoCellViewModel>> =
    CollectionView(frame: .zero, layout: UICollectionViewFlowLayout())

  // interactions
  var didTapAddItem: ((String) -> ())?
  var didCompleteItem: ((Int) -> ())?  // Mended: ((String) -> ())?; the controller below completes by an index.

  // update based on ViewModel
  func update(oldModel: ListViewModel?) {
    guard let model = self.model else { return }
    let todos = model.todos.map(TodoCellViewModel.init)  // Mended: model.todos, which are not yet models of cells.
    self.list.source = SimpleSource<TodoCellViewModel>(todos)
  }

  // Added: the phases that the document leaves out.
  func setup() {
    self.todoButton.on(.touchUpInside) { [unowned self] _ in
      self.didTapAddItem?("")
    }
    self.list.configureInteractions = { [unowned self] cell, indexPath in
      cell.didToggle = { [unowned self] in self.didCompleteItem?(indexPath.item) }
    }
    self.addSubview(self.todoButton)
    self.addSubview(self.list)
  }

  func style() {
    self.todoButton.setTitle("What are you going to do today?", for: .normal)
  }
}

class ListViewController: ViewController<ListView> {
  // listen for interactions from the view
  override func setupInteraction() {
    self.rootView.didCompleteItem = { [unowned self] index in
      self.dispatch(CompleteItem(index: index))
    }
    // Added: where the document's next sample belongs.
    self.rootView.didTapAddItem = { [unowned self] _ in
      self.dispatch(Show("add item screen"))
    }
  }
}

// Added: the cell, as in the library's own demo.
struct TodoCellViewModel: ViewModel {
  var todoText: String
  var completed: Bool

  init(todo: Todo) {
    self.todoText = todo.text
    self.completed = todo.completed
  }
}

class TodoCell: UICollectionViewCell, ConfigurableCell {
  var checkButton = UIButton(type: .custom)
  var label = UILabel()

  var didToggle: Interaction?

  override init(frame: CGRect) {
    super.init(frame: frame)
    self.setup()
    self.style()
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func setup() {
    self.checkButton.on(.touchUpInside) { [unowned self] _ in
      self.didToggle?()
    }
    self.addSubview(self.checkButton)
    self.addSubview(self.label)
  }

  func style() {
    self.label.font = UIFont.systemFont(ofSize: 17)
    self.label.numberOfLines = 0
  }

  func update(oldModel: TodoCellViewModel?) {
    guard let model = self.model else { return }
    self.checkButton.isSelected = model.completed
    self.label.text = model.todoText
    self.setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    self.checkButton.frame = CGRect(x: 0, y: 0, width: 30, height: 30)
    self.label.frame = self.bounds.offsetBy(dx: 30, dy: 0)
  }
}

// MARK: - Navigation

extension ListViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { return "list screen"}

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    return [
      .show("add item screen"): .presentModally({ [unowned self] _ in
        let aivc = AddItemViewController(store: self.store)
        return aivc
      })
    ]
  }
}

// Added: the other screen, with the view model of the document's UI tests.
struct AddItemViewModel: ViewModelWithState {
  var editingText: String

  init(editingText: String) {
    self.editingText = editingText
  }

  init(state: AppState) {
    self.editingText = ""
  }
}

class AddItemView: UIView, ViewControllerModellableView {
  var textField = UITextField()

  func setup() {
    self.addSubview(self.textField)
  }

  func style() {
    self.backgroundColor = .white
  }

  func update(oldModel: AddItemViewModel?) {
    self.textField.text = self.model?.editingText
  }
}

class AddItemViewController: ViewController<AddItemView> {}

extension AddItemViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { return "add item screen" }

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    return [
      .hide("add item screen"): .dismissModally(behaviour: .hard)
    ]
  }
}

// MARK: - ViewController containment

class ParentView: UIView, ViewControllerModellableView {
    var titleView = UILabel()
    var childView = ContainerView()

    func update(oldModel: ParentViewModel?) {
      // update only the titleView, the childView is managed by another VC
      self.titleView.text = self.model?.title  // Added
    }

    // Added: the phases that the document leaves out.
    func setup() {
      self.addSubview(self.titleView)
      self.addSubview(self.childView)
    }

    func style() {}
}

class ParentViewController: ViewController<ParentView> {
  var childVC: ChildViewController<ChildView>!  // Mended: let, which setup() below could not assign.

  override func setup() {
    self.childVC = ChildViewController(store: self.store)
    self.add(childVC, in: self.rootView.childView)
  }
}

// Added: what is contained, with the view models of the document's UI tests. The sample names the type of the child's
// view, so its class is generic.
struct ParentViewModel: ViewModelWithState {
  var title: String

  init(title: String) {
    self.title = title
  }

  init(state: AppState) {
    self.title = "\(state.items.count) items"
  }
}

struct ChildViewModel: ViewModelWithState {
  var value: Int

  init(value: Int) {
    self.value = value
  }

  init(state: AppState) {
    self.value = state.items.filter { !$0.completed }.count
  }
}

class ChildView: UIView, ViewControllerModellableView {
  var valueLabel = UILabel()

  func setup() {
    self.addSubview(self.valueLabel)
  }

  func style() {}

  func update(oldModel: ChildViewModel?) {
    self.valueLabel.text = self.model.map { "\($0.value)" }
  }
}

class ChildViewController<V: ViewControllerModellableView & UIView>: ViewController<V> {}
