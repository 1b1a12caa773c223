public import Foundation

open class UIWindow: UIView {}
