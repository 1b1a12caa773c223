public import Foundation

/// A dialog with a colour, which the browser's own picker changes.
open class UIColorPickerViewController: UIViewController {
  open weak var delegate: (any UIColorPickerViewControllerDelegate)?
  open var selectedColor: UIColor {
    get { well.selectedColor ?? .black }
    set { well.selectedColor = newValue }
  }
  private let well = UIColorWell()

  override public init(nibName: String?, bundle: Bundle?) {
    super.init(nibName: nibName, bundle: bundle)
    isModalInPresentation = true  // It has a button of its own.
    well.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        delegate?.colorPickerViewController(self, didSelect: selectedColor, continuously: false)
        delegate?.colorPickerViewControllerDidSelectColor(self)
      }, for: .valueChanged)
  }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override open func loadView() {
    let screen = LinkScreenView()
    screen.heading = title
    well.title = title
    screen.addSubview(well)
    well.setPathName(ofItem: "color", in: screen)
    screen.onClose = { [weak self] _ in
      guard let self else { return }
      dismiss(animated: true)
      delegate?.colorPickerViewControllerDidFinish(self)
    }
    view = screen
  }
}

public protocol UIColorPickerViewControllerDelegate: AnyObject {
  func colorPickerViewControllerDidFinish(_ picker: UIColorPickerViewController)
  func colorPickerViewControllerDidSelectColor(_ picker: UIColorPickerViewController)
  func colorPickerViewController(_ picker: UIColorPickerViewController, didSelect color: UIColor, continuously: Bool)
}

extension UIColorPickerViewControllerDelegate {
  public func colorPickerViewControllerDidFinish(_: UIColorPickerViewController) {}
  public func colorPickerViewControllerDidSelectColor(_: UIColorPickerViewController) {}
  public func colorPickerViewController(_: UIColorPickerViewController, didSelect _: UIColor, continuously _: Bool) {}
}
