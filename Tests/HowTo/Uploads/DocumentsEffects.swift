import Foundation
import Hydra
import Katana
import UserFiles

extension FileFolder {
  static let documents = FileFolder("documents")
}

/// Copies the files that a user has sent. They are gone when this has ended.
struct KeepDocuments: SideEffect {
  let urls: [URL]

  func sideEffect(_ context: SideEffectContext<DocumentsState, EmptySideEffectDependencyContainer>) throws {
    for url in urls {
      do {
        let start = try FileHandle(forReadingFrom: url).read(upToCount: 5)
        guard start == Data("%PDF-".utf8) else { throw DocumentError.noPDF(url.lastPathComponent) }
        let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let name = try FileFolder.documents.add(copyOf: url)
        let document = Document(id: name, title: url.lastPathComponent, bytes: size)
        try Hydra.await(context.dispatch(AddDocument(document: document)))
        guard context.getState().documents.contains(document) else { throw DocumentError.tooMany }
      } catch {
        let problem = error as? DocumentError ?? .notKept(url.lastPathComponent)
        try Hydra.await(context.dispatch(ShowProblem(problem: problem.text)))
      }
    }
  }
}

enum DocumentError: Error {
  case noPDF(String)
  case tooMany
  /// The disk is full, for example.
  case notKept(String)

  var text: String {
    switch self {
    case .noPDF(let name): "\(name) is not a PDF file."
    case .tooMany: "There is room for \(DocumentsState.maxCount) documents. Delete one first."
    case .notKept(let name): "\(name) could not be stored. Please try again."
    }
  }
}
