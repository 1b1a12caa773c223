import CoreImage.CIFilterBuiltins
import ImageIO
import Testing
import UIKit.UIGestureRecognizerSubclass

/// The submodules of frameworks that apps import bring their frameworks.
@Test func submodulesBringTheirFrameworks() {
  let recognizer: UIGestureRecognizer = UIPanGestureRecognizer()
  #expect(recognizer.state == .possible)
  #expect(CIFilter.qrCodeGenerator().name == "CIQRCodeGenerator")
}
