import UIKit

final class ProgressScreen: ScreenView {
  private let progress = UIProgressView(progressViewStyle: .default)
  private let activity = UIActivityIndicatorView(style: .medium)
  private let moreButton = UIButton(type: .system)
  private let activityButton = UIButton(type: .system)

  override func addExamples() {
    progress.progress = 0.25
    moreButton.setTitle("Ten percent more", for: .normal)
    note(moreButton, .touchUpInside) { [unowned self] _ in
      progress.setProgress(progress.progress < 1 ? progress.progress + 0.1 : 0, animated: true)
      return "\(Int((progress.progress * 100).rounded())) % are done"
    }
    addGroup(
      "Progress",
      [
        captioned("Upload", progress), moreButton,
        bar("Done") { $0.progress = 1 },
        bar("A colour of its own") { bar in
          bar.progress = 0.6
          bar.progressTintColor = Palette.destructive
        },
      ])
    activityButton.setTitle("Start", for: .normal)
    note(activityButton, .touchUpInside) { [unowned self] button in
      if activity.isAnimating { activity.stopAnimating() } else { activity.startAnimating() }
      button.setTitle(activity.isAnimating ? "Stop" : "Start", for: .normal)
      return activity.isAnimating ? "Something goes on" : "Nothing goes on"
    }
    let large = UIActivityIndicatorView(style: .large)
    large.startAnimating()
    large.color = Palette.filled
    addGroup("Activity", [activity, activityButton, row(large)])
  }

  private func bar(_ caption: String, _ change: (UIProgressView) -> Void) -> UIView {
    let bar = UIProgressView(progressViewStyle: .bar)
    change(bar)
    return captioned(caption, bar)
  }

  private func row(_ view: UIView) -> UIView {
    let row = UIStackView(arrangedSubviews: [view])
    row.alignment = .center
    return row
  }
}
