internal import HTTPServer
internal import TempuraUI

/// What a server sends around the screens of its app: templates, public files, and what is made of them.
///
/// It never changes. When files have changed, the server gets another one: see `SiteSource`. A page belongs to the site that
/// it was rendered for, and is not sent any more when the server has another one.
final class Site: Sendable {
  let pages: PageWriter
  let paths: ServerPaths
  let images: PublicImages?
  /// The folders of the files.
  let publicFolders: [String]

  init(pages: PageWriter, files: StaticFiles, images: PublicImages? = nil, publicFolders: [String] = []) {
    self.pages = pages
    paths = ServerPaths(files: files)
    self.images = images
    self.publicFolders = publicFolders
  }
}
