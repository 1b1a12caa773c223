import Katana
import Tempura
import UIKit

struct NoteState: State, Codable {
  var text = "from the store"
}

struct NoteViewModel: ViewModelWithState, Equatable {
  var text: String
  init(text: String) { self.text = text }
  init(state: NoteState) { text = state.text }
}

/// A screen with a text that is longer than the screen.
class NoteView: UIView, ViewControllerModellableView {
  let label = UILabel()
  let scrollView = UIScrollView()
  let content = UILabel()
  var updates: [(old: String?, new: String?)] = []

  func setup() {
    addSubview(label)
    addSubview(scrollView)
    scrollView.addSubview(content)
  }

  func style() {
    backgroundColor = .white
    content.numberOfLines = 0
    content.text = (1...30).map { "Line \($0)" }.joined(separator: "\n")
  }

  func update(oldModel: NoteViewModel?) {
    updates.append((oldModel?.text, model?.text))
    label.text = model?.text
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = CGRect(x: 20, y: 100, width: 300, height: 40)
    scrollView.frame = CGRect(x: 20, y: 200, width: 200, height: 100)
    content.frame = CGRect(x: 0, y: 0, width: 200, height: 900)
    scrollView.contentSize = CGSize(width: 200, height: 900)
  }
}

class NoteViewController: ViewController<NoteView> {}
