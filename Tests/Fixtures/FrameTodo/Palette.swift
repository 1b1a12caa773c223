import Todo
import UIKit

extension Palette {
  static let background = UIColor.systemBackground
  static let ground = adaptive(UIColor(red: 0.94, green: 0.945, blue: 0.96, alpha: 1), dark: .black)
  static let panel = adaptive(.white, dark: UIColor(red: 0.11, green: 0.11, blue: 0.118, alpha: 1))
  static let field = adaptive(
    UIColor(red: 0.95, green: 0.95, blue: 0.97, alpha: 1), dark: UIColor(red: 0.11, green: 0.11, blue: 0.118, alpha: 1))
}
