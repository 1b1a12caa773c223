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

  var reader: Reader { UIApplication.shared.reader }

  var instance: AnyObject? { Main.app }
  var images: PublicImages? { UIApplication.shared.images }
  var traits: UITraitCollection { UIApplication.shared.traits }
}
