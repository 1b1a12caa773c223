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

  @Test(arguments: [(2, 1), (-1, 0), (Float.nan, 0), (Float.infinity, 1)] as [(Float, Float)])
  func progressIsFromZeroToOne(given: Float, expected: Float) {
    let view = UIProgressView()
    view.setProgress(given, animated: true)
    #expect(view.progress == expected)
  }

  @Test func anAnimatingActivityIndicatorIsAStatus() {
    let view = UIActivityIndicatorView(style: .large)
    #expect(html(view) == #"<div id="uiActivityIndicatorView" class="UIActivityIndicatorView s0" role="status"></div>"#)
    view.startAnimating()
    #expect(view.isAnimating)
    #expect(content(view) == #"<span class="wheel turning"></span><span class="unseen">In progress</span>"#)
    view.accessibilityLabel = "Loading"
    #expect(content(view).hasSuffix(#"<span class="unseen">Loading</span>"#))
    #expect(!attributes(view).contains("aria-label"))
    view.stopAnimating()
    #expect(content(view) == "")
    view.hidesWhenStopped = false
    #expect(content(view) == #"<span class="wheel"></span>"#)
    view.color = .red
    #expect(css(view) == "color:#ff0000;--wheel:2.3125rem;")
  }
}
