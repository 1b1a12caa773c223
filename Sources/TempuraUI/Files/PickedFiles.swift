package import Foundation
internal import AppData
package import Basics
internal import Glibc

/// The files of one form, in a folder of their own. The folder is removed when this object is released.
package final class PickedFiles {
  package let urls: [URL]
  /// The types of the files, by their names or else by what the browser says.
  let types: [UTType]
  private let folder: String

  /// Creates the folder and links the files into it under their names. Copies a file only if it cannot be linked.
  ///
  /// - Throws: `SystemError` if a system call fails, for example because the disk is full.
  package init(_ files: [SentFile]) throws(SystemError) {
    folder = try ScratchFolder.make()
    var urls: [URL] = []
    var taken: Set<String> = []
    do throws(SystemError) {
      for file in files {
        let path = "\(folder)/\(FileName.unique(FileName.cleaned(file.name), among: &taken))"
        try PickedFiles.link(file.path, to: path)
        urls.append(URL(fileURLWithPath: path))
      }
    } catch {
      ScratchFolder.remove(folder)
      throw error
    }
    self.urls = urls
    types = zip(urls, files).map { url, file in
      let types = UTType.types(filenameExtension: url.pathExtension)
      return (types.isEmpty ? UTType.declared(mimeType: file.mediaType) : types).first ?? .data
    }
  }

  deinit { ScratchFolder.remove(folder) }

  /// Links an unnamed temporary file to a name (open(2), on O_TMPFILE), or copies it if the file system refuses the
  /// link.
  private static func link(_ path: String, to name: String) throws(SystemError) {
    if linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return }
    let source = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw SystemError("open") }
    defer { close(source) }
    let copy = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw SystemError("open") }
    defer { close(copy) }
    while true {
      let count = sendfile(copy, source, nil, 1 << 20)
      if count == 0 { return }
      if count < 0, errno != EINTR { throw SystemError("sendfile") }
    }
  }
}
