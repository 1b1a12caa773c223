internal import TempuraGraphics

extension HTMLRenderer {
  /// Returns the URL by which a page names what is at a path of the app, such as `/cat.svg` of the folder `Public`, or a screen. The
  /// URL of an image names the version of its file.
  public func url(of path: String) -> String { Graphics.pageURL(of: path) }
}
