public import Foundation

open class UIViewController: _Responder {
  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  open func viewDidLayoutSubviews() {}
  package var isScreen: Bool { true }
}
