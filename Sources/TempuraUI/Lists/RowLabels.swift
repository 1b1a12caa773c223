internal import Foundation

/// The image and the labels of a row, with the layout of the styles of cells: a cell of a table, or the content that a
/// configuration describes. If the row flows, the frames are only for code to read.
protocol RowLabels: UIView {
  var style: UITableViewCell.CellStyle { get }
  var imageIfMade: UIImageView? { get }
  var titleIfMade: UILabel? { get }
  var detailIfMade: UILabel? { get }
  /// The distances of image and labels from the edges of the area, in points.
  var labelMargins: NSDirectionalEdgeInsets { get }
  /// The distance between the image and the labels, in points.
  var imagePadding: CGFloat { get }
  /// The distance between labels below each other, in points.
  var labelPadding: CGFloat { get }
  /// Returns the size in which an image is shown.
  func sizeOfImage(_ size: CGSize) -> CGSize
}

extension RowLabels {
  /// Whether the labels and the image are in the content.
  var hasLabels: Bool { titleIfMade != nil || detailIfMade != nil || imageIfMade != nil }

  /// Lays out the image and the labels in an area.
  func layoutLabels(in size: CGSize) {
    guard hasLabels else { return }
    let margins = labelMargins
    var x = margins.leading
    func setFrame(of view: UIView?, _ frame: CGRect) {
      let isMirrored = isRightToLeft
      view?.setLaidOutFrame(
        isMirrored
          ? CGRect(x: size.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height) : frame)
    }
    if let image = imageIfMade, let own = image.image.map({ sizeOfImage($0.size) }), own.width > 0 {
      setFrame(of: image, CGRect(x: x, y: (size.height - own.height) / 2, width: own.width, height: own.height))
      x += own.width + imagePadding
    }
    let room = max(size.width - x - margins.trailing, 0)
    let (titleSize, detailSize) = sizesOfLabels(in: room)
    switch style {
    case .default: setFrame(of: titleIfMade, CGRect(x: x, y: 0, width: room, height: size.height))
    case .subtitle:
      let gap = titleIfMade == nil || detailIfMade == nil ? 0 : labelPadding
      let free = size.height - margins.top - titleSize.height - gap - detailSize.height - margins.bottom
      let y = margins.top + free / 2
      setFrame(of: titleIfMade, CGRect(x: x, y: y, width: room, height: titleSize.height))
      setFrame(
        of: detailIfMade, CGRect(x: x, y: y + titleSize.height + gap, width: room, height: detailSize.height))
    case .value1:
      let second = min(detailSize.width, room)
      setFrame(of: titleIfMade, CGRect(x: x, y: 0, width: max(room - second - 8, 0), height: size.height))
      setFrame(of: detailIfMade, CGRect(x: x + room - second, y: 0, width: second, height: size.height))
    case .value2:
      let first = min(112, room)
      setFrame(of: titleIfMade, CGRect(x: x, y: 0, width: first, height: size.height))
      setFrame(of: detailIfMade, CGRect(x: x + first + 12, y: 0, width: max(room - first - 12, 0), height: size.height))
    }
  }

  /// Returns the sizes of the labels, each in the part of the width that it has.
  private func sizesOfLabels(in room: CGFloat) -> (title: CGSize, detail: CGSize) {
    func size(of label: UILabel?, _ width: CGFloat) -> CGSize {
      label?.sizeThatFits(CGSize(width: max(width, 1), height: 0)) ?? .zero
    }
    switch style {
    case .default, .subtitle: return (size(of: titleIfMade, room), size(of: detailIfMade, room))
    case .value1:
      let detail = size(of: detailIfMade, room)
      return (size(of: titleIfMade, room - detail.width - 8), detail)
    case .value2: return (size(of: titleIfMade, min(112, room)), size(of: detailIfMade, room - 124))
    }
  }

  /// Returns the height of the image and the labels with their margins.
  func heightOfLabels(width: CGFloat) -> CGFloat {
    let margins = labelMargins
    var room = width - margins.leading - margins.trailing
    let image = imageIfMade?.image.map { sizeOfImage($0.size) } ?? .zero
    if image.width > 0 { room -= image.width + imagePadding }
    let (title, detail) = sizesOfLabels(in: max(room, 1))
    let gap = titleIfMade == nil || detailIfMade == nil ? 0 : labelPadding
    let labels = style == .subtitle ? title.height + gap + detail.height : max(title.height, detail.height)
    return margins.top + max(labels, image.height) + margins.bottom
  }
}
