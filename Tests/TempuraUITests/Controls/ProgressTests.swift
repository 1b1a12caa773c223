import Testing

@testable import TempuraUI

/// Progress views and activity indicators.
@Suite struct ProgressTests {
  @Test func aProgressViewIsAProgressElement() {
    let view = UIProgressView(progressViewStyle: .default)
    view.progress = 0.25
    #expect(
      html(view) == #"<progress id="uiProgressView" class="UIProgressView" aria-label="Progress" value="0.25">"#
        + "25 %</progress>")
    view.accessibilityLabel = "Upload"
    view.accessibilityValue = "1 of 4"
    #expect(attributes(view) == #"aria-valuetext="1 of 4" aria-label="Upload" value="0.25""#)
  }

  @Test func theWayToAProgressIsShownIfTheAppSaysSo() {
    let view = UIProgressView()
    view.setProgress(0.5, animated: true)
    #expect(html(view).contains(#"value="0.5" data-glides>"#))
    view.progress = 0
    #expect(html(view).contains(#"value="0.0">"#))
  }

  @Test(arguments: [(2, 1), (-1, 0), (Float.nan, 0), (Float.infinity, 1)] as [(Float, Float)])
  func progressIsFromZeroToOne(given: Float, expected: Float) {
    let view = UIProgressView()
    view.setProgress(given, animated: true)
    #expect(view.progress == expected)
  }

  @Test func anAnimatingActivityIndicatorIsAStatus() {
    let view = UIActivityIndicatorView(style: .large)
    view.startAnimating()
    #expect(
      html(view).hasPrefix(#"<div id="uiActivityIndicatorView" class="UIActivityIndicatorView s0" role="status">"#))
    #expect(view.isAnimating)
    #expect(content(view) == #"<span class="wheel turning"></span><span class="unseen">In progress</span>"#)
    view.accessibilityLabel = "Loading"
    #expect(content(view).hasSuffix(#"<span class="unseen">Loading</span>"#))
    #expect(!attributes(view).contains("aria-label"))
    view.stopAnimating()
    #expect(content(view) == #"<span class="wheel"></span>"#)
    view.color = .red
    #expect(css(view) == "color:#ff0000;--wheel:2.3125rem;")
  }

  @Test func anActivityIndicatorIsHiddenWhileItIsStopped() {
    let view = UIActivityIndicatorView(style: .medium)
    #expect(view.isHidden && UIActivityIndicatorView().isHidden)
    view.startAnimating()
    #expect(!view.isHidden)
    view.stopAnimating()
    #expect(view.isHidden)
    view.hidesWhenStopped = false
    #expect(!view.isHidden)
    view.startAnimating()
    view.stopAnimating()
    #expect(!view.isHidden)
    view.hidesWhenStopped = true
    #expect(view.isHidden)
  }

  @Test func anActivityIndicatorThatStaysVisibleLeavesIsHiddenToTheApp() {
    let view = UIActivityIndicatorView(style: .medium)
    view.hidesWhenStopped = false
    view.isHidden = true
    view.startAnimating()
    #expect(view.isHidden)
  }
}
