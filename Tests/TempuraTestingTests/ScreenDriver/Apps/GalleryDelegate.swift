import Gallery
import UIKit

/// The gallery, which takes files of 4 KB at most.
final class GalleryDelegate: GalleryAppDelegate {
  override class var serverConfiguration: ServerConfiguration {
    var configuration = super.serverConfiguration
    configuration.uploadBytes = 4096
    return configuration
  }
}
