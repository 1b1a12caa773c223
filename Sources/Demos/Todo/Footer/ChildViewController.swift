import Katana
import Tempura
import UIKit

/// The footer: a view controller of its own within the list.
public final class ChildViewController: ViewController<ChildView> {}
