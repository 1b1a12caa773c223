import UIKit

/// A table whose cells size themselves: a category, a headline and a summary, each in its own style.
final class NewsScreen: FramedScreenView {
  private let table = UITableView(frame: .zero, style: .plain)

  private let stories = [
    Story("Science", "Octopuses punch fish", "Sometimes to get at food, and sometimes, it seems, for no reason."),
    Story(
      "Technology", "A very long headline that takes two lines on a phone, and perhaps three on a small one",
      "Its summary is long as well, so that the cell grows with it, and nothing is cut off or covers anything else."),
    Story("Sport", "0:0", "No goals."),
    Story("الثقافة", "معرض جديد في المدينة", "يفتح المعرض أبوابه يوم السبت ويستمر شهرا كاملا."),
  ]

  override func addExamples() {
    table.accessibilityLabel = "News"
    table.register(StoryCell.self, forCellReuseIdentifier: "story")
    table.rowHeight = UITableView.automaticDimension
    table.estimatedRowHeight = 100
    table.dataSource = self
    table.delegate = self
    addSubview(table)
  }

  override func layOutExamples(width: CGFloat) -> CGFloat {
    table.frame = scrollView.frame
    return 0
  }
}

extension NewsScreen: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { stories.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "story", for: indexPath)
    (cell as? StoryCell)?.show(stories[indexPath.row])
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    didHappen?("“\(stories[indexPath.row].headline)” was tapped")
  }
}

private struct Story {
  let category: String
  let headline: String
  let summary: String

  init(_ category: String, _ headline: String, _ summary: String) {
    self.category = category
    self.headline = headline
    self.summary = summary
  }
}

private final class StoryCell: UITableViewCell {
  private let labels = [
    UILabel("", font: .preferredFont(forTextStyle: .caption1), color: Palette.secondary),
    UILabel("", font: .preferredFont(forTextStyle: .headline)),
    UILabel("", font: .preferredFont(forTextStyle: .body)),
  ]

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    for label in labels { contentView.addSubview(label) }
  }

  required init?(coder: NSCoder) { fatalError("There are no nibs.") }

  func show(_ story: Story) {
    for (label, text) in zip(labels, [story.category, story.headline, story.summary]) { label.text = text }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    place(width: contentView.bounds.width)
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: place(width: size.width))
  }

  /// Places the labels, one below the other.
  ///
  /// - Returns: The height of the cell.
  @discardableResult private func place(width: CGFloat) -> CGFloat {
    var y: CGFloat = 12
    for label in labels {
      let height = label.height(forWidth: width - 32)
      label.frame = CGRect(x: 16, y: y, width: width - 32, height: height)
      y += height + 4
    }
    return y + 8
  }
}
