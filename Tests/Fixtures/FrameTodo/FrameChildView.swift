import Todo
import UIKit

final class FrameChildView: ChildView {
  override func layoutSubviews() {
    super.layoutSubviews()
    label.pin.horizontally(16).fitHeight().vCenter()
  }
}
