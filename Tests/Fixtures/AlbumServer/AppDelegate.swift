import Album
import UIKit

@main
final class AppDelegate: AlbumDelegate {}
