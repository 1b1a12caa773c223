import Foundation
import Testing

@testable import TempuraUI

@Suite struct LayoutPassTests {
  /// Notes its bounds whenever it is laid out.
  private final class Logging: UIView {
    var name = ""
    nonisolated(unsafe) static var log: [String] = []

    override func layoutSubviews() {
      super.layoutSubviews()
      Self.log.append("\(name) \(Int(bounds.width))")
      for view in subviews { view.frame = bounds.insetBy(dx: 10, dy: 10) }
    }
  }

  private final class Screen: UIViewController {
    override func loadView() { view = Logging() }
  }

  private func makeWindow(_ controller: UIViewController) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return window
  }

  @Test func sizesGoDownFromTheWindow() {
    let (controller, inner) = (Screen(), Logging())
    (controller.view as? Logging)?.name = "outer"
    inner.name = "inner"
    controller.view.addSubview(inner)
    let window = makeWindow(controller)
    Logging.log = []
    window.layoutIfNeeded()
    #expect(Logging.log == ["outer 390", "inner 370"])
    #expect(inner.frame == CGRect(x: 10, y: 10, width: 370, height: 824))
    window.layoutIfNeeded()
    #expect(Logging.log.count == 2, "nothing changed")
  }

  @Test func aViewThatIsLaidOutGetsItsSizeFromSuperviewsFirst() {
    let (outer, inner) = (Logging(), Logging())
    outer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    outer.addSubview(inner)
    inner.layoutIfNeeded()
    #expect(inner.bounds.width == 80)
  }

  @Test func resizingCausesALayoutAndMovingDoesNot() {
    let view = Logging()
    view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    view.layoutIfNeeded()
    view.frame.origin.x = 5
    #expect(!view.viewFlags.contains(.needsLayout))
    view.frame.size.width = 50
    #expect(view.viewFlags.contains(.needsLayout))
  }

  @Test func aLayoutThatNeverSettlesIsGivenUp() {
    final class Endless: UIView {
      var count = 0
      override func layoutSubviews() {
        count += 1
        setNeedsLayout()
      }
    }
    let (controller, endless) = (UIViewController(), Endless())
    controller.view.addSubview(endless)
    makeWindow(controller).layoutIfNeeded()
    #expect(endless.count > 1 && endless.count < 50)
  }

  // MARK: - Framed pages

  @Test func aPageWithAnAssignedFrameHasTheWidthOfItsLayout() {
    let (controller, view) = (UIViewController(), UIView())
    controller.view.addSubview(view)
    let window = makeWindow(controller)
    window.layoutIfNeeded()
    #expect(window.framedWidth == nil)
    view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    window.layoutIfNeeded()
    #expect(window.framedWidth == 390)
    #expect(html(window).contains("UIWindow framed"))
    #expect(view.isOnFramedPage)
    view.removeFromSuperview()
    window.layoutIfNeeded()
    #expect(window.framedWidth == nil)
  }

  /// A container with a label that constraints place, beside a view with a frame.
  private final class Mixed: UIViewController {
    let (label, stack) = (UILabel(), UIStackView(arrangedSubviews: [UILabel(), UILabel()]))
    let container = UIView()
    let placed = UIView(frame: CGRect(x: 0, y: 200, width: 10, height: 10))

    override func viewDidLoad() {
      super.viewDidLoad()
      label.text = "iiiiiiiiiiiiiiiiiiiiii"
      for case let view as UILabel in stack.arrangedSubviews { view.text = "Text" }
      for subview in [label, stack] {
        subview.translatesAutoresizingMaskIntoConstraints = false
        container.addSubview(subview)
      }
      NSLayoutConstraint.activate([
        stack.topAnchor.constraint(equalTo: label.bottomAnchor),
        stack.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        stack.widthAnchor.constraint(equalToConstant: 200),
        label.topAnchor.constraint(equalTo: container.topAnchor),
        label.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      ])
      for subview in [container, placed] { view.addSubview(subview) }
    }
  }

  @Test func theFirstFramedPageHasMeasuredSizes() {
    let screen = Mixed()
    let window = makeWindow(screen)
    window.layoutIfNeeded()
    let (width, stacked) = (screen.label.frame.width, screen.stack.arrangedSubviews.map(\.frame))
    #expect(width == screen.label.intrinsicContentSize.width)
    #expect(stacked.allSatisfy { $0.width > 0 })
    for view in [screen.container, screen.stack] { view.setNeedsLayout() }
    window.layoutIfNeeded()
    #expect(screen.label.frame.width == width && screen.stack.arrangedSubviews.map(\.frame) == stacked)
  }

  @Test func aViewThatNobodyPlacesStandsBelowTheOneBeforeIt() {
    let controller = UIViewController()
    let (title, button, placed, list) = (label("Title"), UIButton(type: .system), UIView(), UIScrollView())
    button.setTitle("Go", for: .normal)
    for view in [title, button, placed, list] { controller.view.addSubview(view) }
    placed.frame = CGRect(x: 100, y: 100, width: 10, height: 10)
    let window = makeWindow(controller)
    window.layoutIfNeeded()
    #expect(title.frame == CGRect(x: 0, y: 0, width: 390, height: title.intrinsicContentSize.height))
    #expect(button.frame.origin == CGPoint(x: 0, y: title.frame.maxY))
    #expect(button.frame.size == button.intrinsicContentSize)
    #expect(list.frame == CGRect(x: 0, y: button.frame.maxY, width: 390, height: 844 - button.frame.maxY))
    placed.removeFromSuperview()
    window.layoutIfNeeded()
    #expect(!title.hasAssignedFrame, "the page flows again")
  }

  @Test func aStackPlacesItsArrangedSubviewsWhateverTheirFrames() {
    let view = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
    let stack = UIStackView(arrangedSubviews: [view])
    #expect(!view.translatesAutoresizingMaskIntoConstraints)
    stack.layoutIfNeeded()
    #expect(!css(view).contains("absolute"))
  }

  @Test func whatIsOutsideOfTheScreenIsHidden() {
    let (controller, view) = (UIViewController(), UIView())
    controller.view.addSubview(view)
    makeWindow(controller).layoutIfNeeded()
    view.frame = CGRect(x: 0, y: 844, width: 390, height: 50)
    #expect(css(view).contains("visibility:hidden"))
    view.transform = CGAffineTransform(translationX: 0, y: -50)
    #expect(!css(view).contains("visibility:hidden"))
    view.transform = .identity
    view.frame.origin.y = 800
    #expect(!css(view).contains("visibility:hidden"))
  }

  @Test func theContentOfANavigationControllerIsBelowItsBar() {
    let screen = Screen()
    let navigation = UINavigationController(rootViewController: screen)
    navigation.isToolbarHidden = false
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation]
    let window = makeWindow(tabs)
    window.layoutIfNeeded()
    #expect(screen.view.frame == CGRect(x: 0, y: 0, width: 390, height: 844 - 49))
    #expect(screen.view.safeAreaInsets == UIEdgeInsets(top: 44, left: 0, bottom: 44, right: 0))
    screen.edgesForExtendedLayout = []
    window.layoutIfNeeded()
    #expect(screen.view.frame == CGRect(x: 0, y: 44, width: 390, height: 844 - 44 - 44 - 49))
    #expect(screen.view.safeAreaInsets == .zero)
    #expect(window.viewFlags.isDisjoint(with: [.needsLayout, .subtreeNeedsLayout]), "the layout settles")
    navigation.setNavigationBarHidden(true, animated: false)
    window.layoutIfNeeded()
    #expect(screen.view.frame.minY == 0)
  }

  @Test func aListBelowABarBeginsAtItsEnd() {
    let screen = UIViewController()
    let list = UIScrollView()
    screen.view.addSubview(list)
    list.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
    let navigation = UINavigationController(rootViewController: screen)
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation]
    let window = makeWindow(tabs)
    window.layoutIfNeeded()
    #expect(list.adjustedContentInset == UIEdgeInsets(top: 44, left: 0, bottom: 49, right: 0))
    #expect(list.contentOffset.y == -44)
    #expect(css(navigation.view).contains("--over-top:2.75rem;--over-bottom:0;"))
    list.contentInsetAdjustmentBehavior = .never
    #expect(list.adjustedContentInset == .zero && list.contentOffset.y == 0)
    navigation.viewControllers = [UIViewController()]
    #expect(screen.view.safeAreaInsets == .zero, "it is in no container any more")
  }
}

/// Who is told of safe areas.
@Suite(.app) struct SafeAreaTests {
  private final class Told: UIView {
    var insets: [UIEdgeInsets] = []
    override func safeAreaInsetsDidChange() {
      super.safeAreaInsetsDidChange()
      insets.append(safeAreaInsets)
    }
  }

  private final class Screen: UIViewController {
    let (card, inner, scrolled, content) = (Told(), Told(), UIScrollView(), Told())
    var count = 0
    override func viewDidLoad() {
      super.viewDidLoad()
      for subview in [card, scrolled] { view.addSubview(subview) }
      card.addSubview(inner)
      scrolled.addSubview(content)
    }
    override func viewSafeAreaInsetsDidChange() {
      super.viewSafeAreaInsetsDidChange()
      count += 1
    }
    override func viewDidLayoutSubviews() {
      card.frame = CGRect(x: -10, y: 10, width: 100, height: 100)
      inner.frame = CGRect(x: 0, y: -20, width: 40, height: 40)
      scrolled.frame = view.bounds
      content.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    }
  }

  private func top(_ top: CGFloat) -> UIEdgeInsets { UIEdgeInsets(top: top, left: 0, bottom: 0, right: 0) }

  @Test func eachViewWhoseInsetsChangeIsTold() {
    let screen = Screen()
    let navigation = UINavigationController(rootViewController: screen)
    let window = window(showing: navigation)
    window.layoutIfNeeded()
    #expect(screen.view.safeAreaInsets == top(44) && screen.count == 1)
    #expect(screen.card.insets == [top(34)], "what is outside at the left is not covered")
    #expect(screen.inner.insets == [top(34)], "no more than that of its superview")
    #expect(screen.content.insets.isEmpty, "the scroll view begins below the bar")
    screen.additionalSafeAreaInsets.top = 6
    window.layoutIfNeeded()
    #expect(screen.card.insets.last == top(40) && screen.inner.insets.last == top(40) && screen.count == 2)
    screen.card.center.y += 100
    #expect(screen.card.insets.last == .zero, "it was moved")
    window.layoutIfNeeded()
    #expect(screen.inner.insets.last == .zero && screen.content.insets.isEmpty)
    #expect(window.viewFlags.isDisjoint(with: [.needsLayout, .subtreeNeedsLayout]), "the layout settles")
  }

  @Test func constraintsToTheSafeAreaOfAViewInTheScreenAreSolvedForIt() {
    let (screen, header, title) = (UIViewController(), UIView(), UILabel())
    title.text = "Title"
    for view in [header, title] { view.translatesAutoresizingMaskIntoConstraints = false }
    screen.view.addSubview(header)
    header.addSubview(title)
    NSLayoutConstraint.activate(
      sides(header, of: screen.view) + [
        header.topAnchor.constraint(equalTo: screen.view.topAnchor),
        title.topAnchor.constraint(equalTo: header.safeAreaLayoutGuide.topAnchor),
        title.leadingAnchor.constraint(equalTo: header.leadingAnchor),
        title.bottomAnchor.constraint(equalTo: header.bottomAnchor),
      ])
    let window = window(showing: UINavigationController(rootViewController: screen))
    window.layoutIfNeeded()
    #expect(title.frame.minY == 44 && abs(header.frame.height - title.frame.maxY) < 0.01)
  }
}

@Suite struct ScrolledFramesTests {
  private let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 160, height: 160))
  private let content = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 16))

  init() {
    view.addSubview(content)
    view.contentSize = CGSize(width: 320, height: 16)
  }

  private var styles: String { renderingFromScratch(view).styles.css }

  @Test func contentWithFramesIsAsLargeAsTheAppSays() {
    #expect(styles.contains("position:relative;min-width:100%;min-height:100%;overflow:clip;width:20rem;height:1rem;"))
    view.contentInset.top = 8
    #expect(styles.contains("border-width:0.5rem 0 0 0;"))
  }

  @Test func thePageStartsWhereTheAppScrolled() {
    view.contentOffset = CGPoint(x: 16, y: 0)
    #expect(styles.contains("position:absolute;left:1rem;top:0;"))
    #expect(view.bounds.origin == CGPoint(x: 16, y: 0))
    let container = UIView()
    container.addSubview(view)
    #expect(content.convert(CGPoint.zero, to: container) == CGPoint(x: -16, y: 0))
  }

  @Test func aViewThatTheUserCannotScrollShowsOnlyWhatIsThere() {
    view.isScrollEnabled = false
    let other = UIView(frame: CGRect(x: 160, y: 0, width: 160, height: 16))
    view.addSubview(other)
    #expect(css(other).contains("visibility:hidden"))
    view.contentOffset = CGPoint(x: 160, y: 0)
    #expect(!css(other).contains("visibility:hidden"))
    #expect(styles.contains("translate:-10rem 0;"))
    #expect(!html(view).contains("tabindex"))
  }

  @Test func pagesOfFramesStopAtMultiplesOfTheWidth() {
    view.isPagingEnabled = true
    #expect(html(view).contains(" data-snaps"))
    #expect(html(view).components(separatedBy: "<span data-page").count == 3)
    view.contentSize.width = .greatestFiniteMagnitude
    #expect(html(view).components(separatedBy: "<span data-page").count <= 201)
  }
}
