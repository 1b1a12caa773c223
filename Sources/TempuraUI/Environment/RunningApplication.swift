internal import Basics
internal import Hydra
internal import TempuraGraphics
internal import TempuraLocalization

/// The application of the running app instance, as the modules below need it.
final class RunningApplication: LocalizationHost, GraphicsHost {
  /// Makes it known to the modules below, once.
  static let setHosts: Void = {
    let application = RunningApplication()
    Localization.setHost(application)
    Graphics.setHost(application)
  }()

  var reader: Reader { AppEnvironment.current.reader }

  var instance: AnyObject? { Main.app }
  var images: PublicImages? { AppEnvironment.current.images }
  func label(of image: UIImage) -> String? {
    AppEnvironment.current.imageLabels.withLock { $0[ObjectIdentifier(image)]?.label }
  }
  func setLabel(of image: UIImage, to label: String?) {
    AppEnvironment.current.imageLabels.withLock { $0[ObjectIdentifier(image)] = label.map { (image, $0) } }
  }
  func path(ofContent digest: String) -> String? { AppEnvironment.current.contentPath?(digest) }
  var traits: UITraitCollection { AppEnvironment.current.traits }
}
