import Tempura
import Testing

// The only import: a screen's file needs no other.

private final class Clock: UIView {
  let label = UILabel()
  var date = Date()

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
}

@MainActor @Suite struct ImportTests {
  @Test func tempuraExportsUIKit() {
    let controller = UIViewController()
    controller.view = Clock(frame: .zero)
    #expect(controller.view.subviews.count == 1)
  }
}
