internal import Foundation

// The frames of image and title in a button with a frame, by UIKit's rules.

extension UIButton {
  /// The frames of the views of the content.
  struct Arrangement {
    var image = CGRect.zero
    var title = CGRect.zero
    var subtitle = CGRect.zero
  }

  /// Makes the views of the content, if there is content, and sets their frames.
  final func layOutContent() {
    if !hasContentFrames {
      hasContentFrames = true
      markForRendering()  // the size of the content is the same
    }
    updateContentViews()
    let content = contentRect(forBounds: bounds)
    if let view = shownImage == nil ? picture : imageView { view.setLaidOutFrame(imageRect(forContentRect: content)) }
    if let view = hasTitle ? titleLabel : label { view.setLaidOutFrame(titleRect(forContentRect: content)) }
    if let view = subtitleLabel { view.setLaidOutFrame(arrangement(in: content).subtitle) }
  }

  /// The insets of the content. UIKit adds 6 points above and below a title without insets.
  final var shownContentInsets: UIEdgeInsets {
    guard let configuration else { return contentEdgeInsets }
    return configuration.contentInsets.resolved(for: effectiveUserInterfaceLayoutDirection)
  }

  final func fittingSize(width: CGFloat) -> CGSize {
    let insets = shownContentInsets
    let room = max(width - insets.left - insets.right, 0)
    var size: CGSize
    if let configuration {
      size = sizeOfImageAndTitle(of: configuration, width: room)
    } else {
      let image = imageSize
      let title = titleSize(width: room - image.width)
      size = CGSize(width: image.width + title.width, height: max(image.height, title.height))
      if insets == .zero, hasTitle {
        size = CGSize(width: max(size.width, 30), height: max(size.height, title.height + 12))
      }
    }
    if let background = currentBackgroundImage?.size {
      size = CGSize(width: max(size.width, background.width), height: max(size.height, background.height))
    }
    return CGSize(width: size.width + insets.left + insets.right, height: size.height + insets.top + insets.bottom)
  }

  /// The size of image and title together.
  private func sizeOfImageAndTitle(of configuration: Configuration, width: CGFloat) -> CGSize {
    let image = imageSize
    let isBeside = configuration.isImageBesideTitle
    let texts = textsSize(of: configuration, width: isBeside ? width - image.width : width).all
    let padding = image != .zero && texts != .zero ? configuration.imagePadding : 0
    return isBeside
      ? CGSize(width: image.width + padding + texts.width, height: max(image.height, texts.height))
      : CGSize(width: max(image.width, texts.width), height: image.height + padding + texts.height)
  }

  /// Returns the frames of image and title in a content rectangle.
  final func arrangement(in content: CGRect) -> Arrangement {
    if let configuration { return arrangement(of: configuration, in: content) }
    let image = imageSize
    let titleWidth = max(content.width - image.width - titleEdgeInsets.left - titleEdgeInsets.right, 0)
    var title = titleSize(width: titleWidth)
    title.width = min(title.width, titleWidth)  // the image keeps its position beside a title that is cut off
    var (titleRoom, imageRoom) = (titleEdgeInsets, imageEdgeInsets)
    if effectiveUserInterfaceLayoutDirection == .rightToLeft {
      titleRoom.right += image.width
      imageRoom.left += title.width
    } else {
      titleRoom.left += image.width
      imageRoom.right += title.width
    }
    // As in UIKit, the image does not shrink for the title.
    let largestImage = content.inset(by: imageEdgeInsets).size
    return Arrangement(
      image: align(image, in: content.inset(by: imageRoom), largest: largestImage),
      title: align(title, in: content.inset(by: titleRoom)))
  }

  /// Returns a rectangle of a size, aligned as the button's content alignments say. It does not exceed the largest size, by
  /// default that of the room.
  private func align(_ size: CGSize, in room: CGRect, largest: CGSize? = nil) -> CGRect {
    let largest = largest ?? room.size
    var rect = CGRect(
      x: room.minX, y: room.minY, width: max(min(size.width, largest.width), 0),
      height: max(min(size.height, largest.height), 0))
    switch effectiveContentHorizontalAlignment {
    case .center: rect.origin.x += ((room.width - rect.width) / 2).rounded(.down)
    case .right, .trailing: rect.origin.x += room.width - rect.width
    case .fill: rect.size.width = max(room.width, 0)
    case .left, .leading: break
    }
    switch contentVerticalAlignment {
    case .center: rect.origin.y += ((room.height - rect.height) / 2).rounded(.down)
    case .bottom: rect.origin.y += room.height - rect.height
    case .fill: rect.size.height = max(room.height, 0)
    case .top: break
    }
    return rect
  }

  private func arrangement(of configuration: Configuration, in content: CGRect) -> Arrangement {
    let image = imageSize
    let isBeside = configuration.isImageBesideTitle
    let gap = image != .zero && (hasTitle || configuration.shownSubtitle != nil) ? configuration.imagePadding : 0
    let (title, subtitle, texts) = textsSize(
      of: configuration, width: isBeside ? content.width - image.width - gap : content.width)
    let size =
      isBeside
      ? CGSize(width: image.width + gap + texts.width, height: max(image.height, texts.height))
      : CGSize(width: max(image.width, texts.width), height: image.height + gap + texts.height)
    let group = align(size, in: content)
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    var result = Arrangement(image: CGRect(origin: group.origin, size: image))
    var block = CGRect(origin: group.origin, size: texts)
    switch configuration.imagePlacement {
    case .top, .bottom:
      result.image.origin.x = group.midX - image.width / 2
      block.origin.x = group.midX - texts.width / 2
      if configuration.imagePlacement == .top { block.origin.y = group.maxY - texts.height }
      if configuration.imagePlacement == .bottom { result.image.origin.y = group.maxY - image.height }
    default:
      result.image.origin.y = group.midY - image.height / 2
      block.origin.y = group.midY - texts.height / 2
      let isImageLeft = (configuration.imagePlacement == .trailing) == isRightToLeft
      if isImageLeft {
        block.origin.x = group.maxX - texts.width
      } else {
        result.image.origin.x = group.maxX - image.width
      }
    }
    let share = configuration.titleShare(isRightToLeft: isRightToLeft)
    result.title = CGRect(
      x: block.minX + (block.width - title.width) * share, y: block.minY, width: title.width, height: title.height)
    result.subtitle = CGRect(
      x: block.minX + (block.width - subtitle.width) * share, y: block.maxY - subtitle.height, width: subtitle.width,
      height: subtitle.height)
    return result
  }

  // MARK: - Sizes

  /// The size of the image. The size of some files is unknown: their image is as large as a symbol.
  private var imageSize: CGSize {
    guard let image = shownImage else { return .zero }
    if buttonType.symbol != nil, buttonType != .close { return CGSize(width: 24 + 1.0 / 3, height: 23 + 2.0 / 3) }
    return image.size == .zero ? CGSize(width: 21, height: 21) : image.size
  }

  private func titleSize(width: CGFloat) -> CGSize {
    guard hasTitle, let label = titleLabel else { return .zero }
    let room = label.numberOfLines == 1 ? CGFloat.greatestFiniteMagnitude : max(width, 1)
    return label.sizeThatFits(CGSize(width: room, height: .greatestFiniteMagnitude))
  }

  /// The sizes of title and subtitle, and of both together.
  private func textsSize(of configuration: Configuration, width: CGFloat) -> (
    title: CGSize, subtitle: CGSize, all: CGSize
  ) {
    let title = hasTitle ? titleLabel.map { size(of: $0, width: width) } ?? .zero : .zero
    guard let text = configuration.shownSubtitle else { return (title, .zero, title) }
    let label = UILabel()
    label.font = configuration.subtitleFont
    label.text = text
    let subtitle = size(of: label, width: width)
    let padding = title == .zero ? 0 : configuration.titlePadding
    return (
      title, subtitle,
      CGSize(width: max(title.width, subtitle.width), height: title.height + padding + subtitle.height)
    )
  }

  /// The size of a label of a configuration, whose text wraps.
  private func size(of label: UILabel, width: CGFloat) -> CGSize {
    let size = label.sizeThatFits(CGSize(width: max(width, 1), height: .greatestFiniteMagnitude))
    return CGSize(width: min(size.width, max(width, 1)), height: size.height)
  }
}
