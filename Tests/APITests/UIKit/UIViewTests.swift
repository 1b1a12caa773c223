import Testing
import UIKit

/// Views.
@MainActor @Suite struct UIViewTests {
  final class Card: UIView {
    var layouts = 0
    private let label = UILabel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(label)
    }

    required init?(coder aDecoder: NSCoder) {
      super.init(coder: aDecoder)
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      layouts += 1
      label.frame = bounds.insetBy(dx: 10, dy: 10)
    }
  }

  /// Views with their own initialisers, as on iOS.
  final class Titled: UIView {
    let title: String

    init(title: String) {
      self.title = title
      super.init(frame: .zero)
    }

    convenience init(number: Int) { self.init(title: "\(number)") }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  final class Empty: UIView {
    init() { super.init(frame: CGRect(x: 0, y: 0, width: 1, height: 1)) }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  final class Field: UITextView {
    let limit: Int

    init(limit: Int) {
      self.limit = limit
      super.init(frame: .zero, textContainer: nil)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  @Test func viewsCanHaveTheirOwnInitialisers() {
    #expect(Titled(number: 5).title == "5" && Empty().frame.width == 1 && Field(limit: 3).limit == 3)
    let responders: [UIResponder] = [UIView(), UIViewController(), UIApplication.shared]
    let next: [UIResponder?] = responders.map(\.next)
    #expect(next.allSatisfy { $0 == nil })
  }

  @Test func viewsHaveFrames() {
    let view: UIView = Card(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    view.center = CGPoint(x: 50, y: 50)
    #expect(view.frame == CGRect(x: 35, y: 30, width: 30, height: 40))
    view.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    view.frame = view.frame.offsetBy(dx: 5, dy: -5)
    let insets: UIEdgeInsets = view.safeAreaInsets
    #expect(insets == .zero)
    view.transform = CGAffineTransform(scaleX: 1.3, y: 1.3)
    view.transform = .identity
    #expect(view.transform == CGAffineTransform.identity)
    view.sizeToFit()
    #expect(UIView().frame == .zero)
  }

  @Test func viewsHaveVisualProperties() {
    let view = UIView()
    view.alpha = 0.5
    view.backgroundColor = UIColor.red.withAlphaComponent(0.3)
    view.backgroundColor = nil
    view.layer.cornerRadius = 20
    view.isUserInteractionEnabled = false
    view.isHidden = true
    #expect(view.alpha == 0.5 && view.layer.cornerRadius == 20 && !view.isUserInteractionEnabled && view.isHidden)
  }

  @Test func viewsFormATree() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let (outer, inner) = (UIView(), Card())
    outer.addSubview(inner)
    window.addSubview(outer)
    let subviews: [UIView] = outer.subviews
    let superview: UIView? = inner.superview
    let found: UIWindow? = inner.window
    #expect(subviews == [inner] && superview === outer && found === window)
    inner.setNeedsLayout()
    outer.layoutIfNeeded()
    #expect(inner.layouts == 1)
    inner.removeFromSuperview()
    #expect(outer.subviews.isEmpty && inner.window == nil)
  }

  @Test func aServerDrawsNothing() {
    let draw: (CGRect, Bool) -> Bool = UIView().drawHierarchy(in:afterScreenUpdates:)
    #expect(!draw(.zero, true))
    UIView().drawHierarchy(in: .zero, afterScreenUpdates: false)
  }

  @Test func animationsEndAtOnce() {
    let view = UIView()
    var done: [Bool] = []
    UIView.animate(withDuration: 0.3) { view.alpha = 0.9 }
    UIView.animate(withDuration: 0.3, animations: { view.alpha = 0.8 })
    UIView.animate(withDuration: 0.3, animations: { view.alpha = 0.7 }) { done.append($0) }
    UIView.animate(
      withDuration: 0.3, animations: { view.alpha = 0.6 }, completion: { finished in done.append(finished) })
    UIView.animate(
      withDuration: 0.1, delay: 0, options: [.curveEaseIn, .curveEaseOut], animations: { view.alpha = 0.5 },
      completion: nil)
    UIView.animate(withDuration: 0.1, delay: 0.1, options: .curveLinear, animations: { view.alpha = 0.4 }) { _ in }
    UIView.animate(
      withDuration: 0.3, delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0, options: .curveEaseInOut,
      animations: { view.alpha = 0.3 }, completion: { done.append($0) })
    UIView.animate(withDuration: 0.3, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 1, options: []) {
      view.alpha = 0.25
    }
    #expect(view.alpha == 0.25 && done == [true, true, true])
    let animate: (TimeInterval, TimeInterval, UIView.AnimationOptions, () -> Void, ((Bool) -> Void)?) -> Void =
      UIView.animate(withDuration:delay:options:animations:completion:)
    animate(0, 0, [], {}, nil)
  }

  @Test func aTransitionSwapsViewsAtOnce() {
    let (container, first, from, last, to) = (UIView(), UIView(), UIView(), UIView(), UIView())
    for view in [first, from, last] { container.addSubview(view) }
    var done = false
    UIView.transition(from: from, to: to, duration: 0.3, options: [.transitionCrossDissolve]) { done = $0 }
    #expect(container.subviews == [first, to, last] && from.superview == nil && done)
    UIView.transition(from: to, to: from, duration: 0, options: [], completion: nil)
    UIView.transition(
      with: container, duration: 0.1, options: .transitionCrossDissolve, animations: {}, completion: nil)
    #expect(container.subviews == [first, from, last])
    last.isHidden = true
    UIView.transition(from: from, to: last, duration: 1, options: .showHideTransitionViews)
    #expect(from.isHidden && !last.isHidden && container.subviews.count == 3)
  }

  // MARK: - Texts

  @Test func labelsHaveTexts() {
    let label = UILabel()
    label.text = "a"
    label.font = UIFont.systemFont(ofSize: 17)
    label.font = .systemFont(ofSize: 32, weight: .bold)
    label.textColor = UIColor(red: 0.98, green: 0.25, blue: 0.44, alpha: 1)
    label.textAlignment = .center
    label.numberOfLines = 0
    label.sizeToFit()
    let text: String? = label.text
    let font: UIFont! = label.font
    #expect(text == "a" && font.pointSize == 32 && label.textAlignment == .center && label.numberOfLines == 0)
  }

  final class Delegate: UIResponder, UITextViewDelegate {
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String) -> Bool {
      return text.rangeOfCharacter(from: .newlines) == nil
    }
  }

  @Test func textViewsHaveDelegates() {
    let textView = UITextView(frame: .zero, textContainer: nil)
    let other = UITextView(frame: .zero, textContainer: NSTextContainer(size: .zero))
    let delegate = Delegate()
    textView.delegate = delegate
    textView.text = "a\nb"
    textView.font = UIFont.systemFont(ofSize: 17)
    let text: String! = textView.text
    #expect(text == "a\nb" && textView.delegate === delegate)
    #expect(other.text == "")
    #expect(!delegate.textView(textView, shouldChangeTextIn: NSRange(location: 0, length: 0), replacementText: "\n"))
    textView.becomeFirstResponder()
  }

  @Test func scrollViewsHavePages() {
    let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    scrollView.isPagingEnabled = true
    scrollView.isScrollEnabled = false
    scrollView.contentSize = CGSize(width: 200, height: 100)
    scrollView.contentInset = UIEdgeInsets(top: 0, left: 0, bottom: 50, right: 0)
    scrollView.setContentOffset(CGPoint(x: 100, y: 0), animated: true)
    #expect(scrollView.contentOffset.x == 100 && scrollView.contentInset.bottom == 50)
  }

  // MARK: - Values

  @Test func valueTypesHaveUIKitsMembers() {
    let colors: [UIColor] = [.white, .black, .clear, .red, .yellow, .gray]
    #expect(Set(colors).count == 6)
    #expect(UIColor.black.withAlphaComponent(0.5) != .black)
    let fonts: [UIFont] = [.systemFont(ofSize: 17), UIFont.systemFont(ofSize: 17, weight: .regular)]
    #expect(fonts[0] == fonts[1])
    let image: UIImage? = UIImage(named: "add")
    #expect(image != nil)
    #expect(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4).left == 2)
    let paths = [IndexPath(row: 1, section: 2), IndexPath(item: 1, section: 2)]
    #expect(paths[0] == paths[1] && paths[0].row == 1 && paths[0].item == 1 && paths[0].section == 2)
    #expect(CGRect(x: 1, y: 2, width: 3, height: 4).offsetBy(dx: 1, dy: 1).origin == CGPoint(x: 2, y: 3))
    #expect(CGAffineTransform(scaleX: 2, y: 3).a == 2)
  }
}
