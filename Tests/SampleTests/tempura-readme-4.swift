// swift-format-ignore-file
// The samples are laid out as in the document.

// The samples of `tempura-readme-4.txt`: those of `tempura-readme-9.txt`, printed without the lines that close a block,
// which are put back here. They stand in a type, because both documents use the same names.

import Katana
import Tempura
import UIKit

enum TempuraReadme4 {

  struct AppState: State {

    var items: [Todo] = [
      Todo(text: "Pet my unicorn"),
      Todo(text: "Become a doctor.\nChange last name to Acula"),
      Todo(text: "Hire two private investigators.\nGet them to follow each other"),
      Todo(text: "Visit mars"),
    ]
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
    // Mended: todoButton was declared twice.
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
      self.addSubview(self.todoButton)
      self.addSubview(self.list)
    }

    func style() {}
  }

  class ListViewController: ViewController<ListView> {
    // listen for interactions from the view
    override func setupInteraction() {
      self.rootView.didCompleteItem = { [unowned self] index in
        self.dispatch(CompleteItem(index: index))
      }
    }
  }

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
}

extension TempuraReadme4.ListViewController: RoutableWithConfiguration {
  var routeIdentifier: RouteElementIdentifier { return "list screen"}

  var navigationConfiguration: [NavigationRequest: NavigationInstruction] {
    return [
      .show("add item screen"): .presentModally({ [unowned self] _ in
        let aivc = TempuraReadme4.AddItemViewController(store: self.store)
        return aivc
      })
    ]
  }
}

// Added: what the document only uses.
extension TempuraReadme4 {

  class AddItemViewController: ViewController<TempuraReadme4.ListView>, Routable {
    var routeIdentifier: RouteElementIdentifier { return "add item screen" }
  }

  struct ParentViewModel: ViewModelWithState {
    var title: String

    init?(state: TempuraReadme4.AppState) {
      guard let item = state.items.first else { return nil }
      self.title = item.text
    }
  }

  struct ChildViewModel: ViewModelWithState {
    var value: Int

    init(state: TempuraReadme4.AppState) {
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
}
