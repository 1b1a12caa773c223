import Foundation
import Testing

@testable import TempuraUI

struct UTTypeTests {
  @Test func typesConformToTheirSupertypes() {
    #expect(UTType.png.conforms(to: .image) && UTType.png.conforms(to: .data) && UTType.png.conforms(to: .item))
    #expect(UTType.png.conforms(to: .png) && !UTType.png.isSubtype(of: .png) && UTType.image.isSupertype(of: .png))
    #expect(!UTType.png.conforms(to: .jpeg) && !UTType.image.conforms(to: .png) && !UTType.pdf.conforms(to: .text))
    #expect(UTType.commaSeparatedText.conforms(to: .text) && UTType.json.conforms(to: .text))
    #expect(UTType.svg.supertypes.isSuperset(of: [.image, .xml, .text, .content]))
  }

  @Test(arguments: [
    ("png", "public.png"), ("JPG", "public.jpeg"), ("txt", "public.plain-text"),
    ("csv", "public.comma-separated-values-text"),
    ("pdf", "com.adobe.pdf"), ("zip", "public.zip-archive"), ("mp4", "public.mpeg-4"),
    ("doc", "com.microsoft.word.doc"),
  ])
  func filenameExtensionsHaveTypes(ending: String, identifier: String) {
    #expect(UTType(filenameExtension: ending)?.identifier == identifier)
  }

  @Test(arguments: [
    ("image/png", "public.png"), ("IMAGE/JPEG", "public.jpeg"), ("text/plain", "public.plain-text"),
    ("video/mp4", "public.mpeg-4"), ("application/msword", "com.microsoft.word.doc"),
    ("application/vnd.ms-excel", "com.microsoft.excel.xls"), ("text/csv", "public.comma-separated-values-text"),
  ])
  func mediaTypesHaveTypes(name: String, identifier: String) {
    #expect(UTType(mimeType: name)?.identifier == identifier)
  }

  @Test func unknownExtensionsAndMediaTypesHaveDynamicTypes() throws {
    let type = try #require(UTType(filenameExtension: "sketchy"))
    #expect(type.isDynamic && !type.isDeclared && type.preferredFilenameExtension == "sketchy")
    #expect(type.conforms(to: .data) && !type.conforms(to: .image))
    #expect(type == UTType(filenameExtension: "Sketchy"))
    #expect(UTType(mimeType: "application/x-sketchy")?.preferredMIMEType == "application/x-sketchy")
    #expect(UTType(filenameExtension: "sketchy", conformingTo: .image) == nil)
    #expect(UTType(filenameExtension: "") == nil && UTType(mimeType: "png") == nil && UTType("no.such") == nil)
    #expect(UTType("public.png") == .png)
  }

  @Test func theFirstExtensionAndMediaTypeArePreferred() {
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg" && UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType.image.preferredFilenameExtension == nil && UTType.image.preferredMIMEType == nil)
  }

  @Test func aTypeOfAnAppConformsToItsSupertype() {
    let type = UTType(exportedAs: "org.example.note", conformingTo: .json)
    #expect(type.conforms(to: .json) && type.conforms(to: .text) && !type.conforms(to: .image))
  }

  @Test func aTypeIsEncodedAsItsIdentifier() throws {
    let data = try JSONEncoder().encode([UTType.png])
    #expect(String(decoding: data, as: UTF8.self) == #"["public.png"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == [.png])
  }

  @Test func allSupertypesAreDeclared() {
    for (identifier, declaration) in UTType.declarations {
      for parent in declaration.parents { #expect(UTType.declarations[parent] != nil, "\(identifier): \(parent)") }
    }
  }
}
