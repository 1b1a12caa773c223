import Gallery
import UIKit

@main
final class AppDelegate: GalleryAppDelegate {}
