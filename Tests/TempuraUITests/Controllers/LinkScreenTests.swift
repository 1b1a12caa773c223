import Foundation
import Testing

@testable import TempuraUI

/// Dialogs with links and texts, in the place of other programs.
@Suite(.app) struct LinkScreenTests {
  @Test func aShareSheetHasLinksAndTexts() throws {
    let root = UIViewController()
    let page = Page(showing: root)
    var log: [Bool] = []
    let sheet = UIActivityViewController(
      activityItems: ["<Text>", URL(string: "https://example.com/?a&b")!, URL(string: "javascript:x")!, 7],
      applicationActivities: nil)
    sheet.completionWithItemsHandler = { _, completed, _, _ in log.append(completed) }
    root.present(sheet, animated: true)
    let html = page.html
    #expect(
      html.contains(
        #"<p><a rel="noreferrer" target="_blank" href="https://example.com/?a&amp;b">https://example.com/?a&amp;b</a></p>"#
      ))
    #expect(
      html.contains(#"<textarea readonly aria-label="Text to copy:">"# + "\n&lt;Text></textarea>")
        || html.contains("&lt;Text&gt;</textarea>"))
    #expect(!html.contains("javascript"))
    try page.tap(try #require(page.buttons.last))
    #expect(log == [true] && root.presentedViewController == nil)
  }

  private final class Source: NSObject, UIActivityItemSource {
    var item: Any?

    func activityViewControllerPlaceholderItem(_: UIActivityViewController) -> Any { "placeholder" }
    func activityViewController(_: UIActivityViewController, itemForActivityType _: UIActivity.ActivityType?) -> Any? {
      item
    }
  }

  @Test func aSourceIsAskedForItsItemOnce() {
    let (source, itself) = (Source(), Source())
    source.item = "From a source"
    itself.item = itself
    let root = UIViewController()
    let page = Page(showing: root)
    root.present(UIActivityViewController(activityItems: [source, itself], applicationActivities: nil), animated: true)
    #expect(page.html.contains("From a source"))
    itself.item = nil
  }

  @Test func aShareSheetSavesImagesAndFiles() throws {
    let image = try #require(UIImage(data: Data("GIF89a\u{2}\0\u{1}\0\0\0\0;".utf8)))
    let picked = try PickedFiles([Unnamed("a;b").sent(as: "t.csv")])
    let root = UIViewController()
    let page = Page(showing: root)
    let items: [Any] = [image, picked.urls[0], picked.urls[0].appending(path: "none")]
    root.present(UIActivityViewController(activityItems: items, applicationActivities: nil), animated: true)
    #expect(page.html.contains("<a download=\"image.gif\" href=\"data:image/gif;base64,"))
    // Without a server a file has no URL.
    #expect(page.count(of: "<a download") == 1 && page.html.contains(" hidden data-shares>"))
  }

  @Test func aSavedPhotoIsALinkOnTheNextPage() throws {
    let image = try #require(UIImage(data: Data("GIF89a\u{2}\0\u{1}\0\0\0\0;".utf8)))
    var isSaved = false
    PHPhotoLibrary.shared().performChanges {
      PHAssetChangeRequest.creationRequestForAsset(from: image)
    } completionHandler: { success, _ in
      isSaved = success
    }
    #expect(isSaved && UIApplication.shared.takeNotes() == [.download(Download(image))])
  }

  @Test func linksAreCheckedAndNamed() throws {
    func target(_ text: String) -> LinkTarget? { URL(string: text).flatMap { LinkTarget($0) } }
    #expect(target("https://example.com/x")?.name == "example.com")
    #expect(target("HTTP://example.com")?.isPage == true)
    #expect(target("mailto:a%40b@example.com?subject=x")?.name == "a@b@example.com")
    #expect(target("tel:+39%20011")?.isPage == false)
    for text in ["javascript:alert(1)", "data:,x", "file:///x", "https:///x", "tel:", "x", "about:blank"] {
      #expect(target(text) == nil, "\(text)")
    }
  }
}
