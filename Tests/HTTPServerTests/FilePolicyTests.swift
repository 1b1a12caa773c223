import Basics
import Testing

@testable import HTTPServer

@Suite struct FilePolicyTests {
  @Test func documentsInWhichScriptsCouldRunHaveAPolicy() {
    let documents = MediaType.types.values.filter { $0.contains("html") || $0.hasSuffix("xml") || $0.contains("xml;") }
    #expect(!documents.isEmpty)
    for type in documents { #expect(FilePolicy.of(type) != nil, "\(type)") }
    #expect(FilePolicy.of("image/png") == nil)
  }

  @Test(arguments: ["text/html", "application/xml", "image/svg+xml"])
  func parametersOfATypeDoNotChangeItsPolicy(type: String) {
    #expect(FilePolicy.of(type) != nil)
    for parameters in ["; charset=utf-8", ";charset=ascii"] {
      #expect(FilePolicy.of(type + parameters) == FilePolicy.of(type))
    }
  }
}
