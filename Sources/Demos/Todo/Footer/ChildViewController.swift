import Katana
import Tempura
import UIKit

/// The footer: a child of the list's view controller.
public final class ChildViewController: ViewController<ChildView> {}
