internal import Foundation

// The frames of the parts of a cell, as on iOS: of the content view beside the accessory, and of the labels and the image
// in it. If the row flows, they are only for code to read.

extension UITableViewCell: RowLabels {
  /// Whether the content has margins of its own. The line below the row is then below the content, and else over it.
  final var isBare: Bool { titleIfMade == nil && detailIfMade == nil && isBare(contentView) }

  final func layOutAreas() {
    var size = bounds.size
    guard size.width > 0 else { return }
    if isBare, let table { size.height = max(size.height - table.separatorHeight, 0) }
    let (start, end) = (widthOfEditingButton, widthOfAccessories)
    let area = CGRect(
      x: isRightToLeft ? end : start, y: 0, width: max(size.width - start - end, 0), height: size.height)
    setArea(area, ofContent: contentView)
    layOutConfiguredContent(area.size)
    guard hasAssignedFrame else { return }
    layoutLabels(in: area.size)
    layOutBackgrounds()
    if let accessoryView = shownAccessoryView {
      let own = accessoryView.sizeInContainer(width: roomOfAccessoryView)
      accessoryView.setLaidOutFrame(
        CGRect(
          x: isRightToLeft ? Self.screenMargin : size.width - Self.screenMargin - own.width,
          y: (size.height - own.height) / 2, width: own.width, height: own.height))
    }
  }

  /// The room for what editing mode shows before the content.
  private var widthOfEditingButton: CGFloat {
    guard let table, table.isEditing, let path = table.content.indexPath(of: self) else { return 0 }
    return table.hasSelectionCircle(at: path) || table.editingStyle(at: path) != .none ? 40 : 0
  }

  /// The width of fields and sliders at the end of rows: they begin in the middle, one below the other.
  private var roomOfAccessoryView: CGFloat { max(bounds.width / 2 - Self.screenMargin, 0) }

  /// The room at the end of the row, for the accessory and for the buttons that stand for gestures.
  private var widthOfAccessories: CGFloat {
    var width: CGFloat
    if let shownAccessoryView {
      width = shownAccessoryView.sizeInContainer(width: roomOfAccessoryView).width + Self.screenMargin + 8
    } else {
      switch shownAccessoryType {
      case .none: width = 0
      case .disclosureIndicator: width = 36
      case .checkmark: width = 40
      case .detailButton: width = 44 + Self.screenMargin
      case .detailDisclosureButton: width = 60 + Self.screenMargin
      }
    }
    let buttons = widthOfWebButtons
    return width + buttons + (buttons > 0 && width == 0 ? Self.screenMargin : 0)
  }

  /// The room for what a phone does not show: buttons that stand for gestures, and the title of the button for details.
  final var widthOfWebButtons: CGFloat {
    guard hasAssignedFrame else { return 0 }
    let width: CGFloat = shownAccessoryView == nil && shownAccessoryType.isButton ? 40 : 0
    guard let table, let path = table.content.indexPath(of: self) else { return width }
    return width + (table.isEditing && table.canMove(at: path) ? 44 : 0)
  }

  /// Where the text begins beside an image: there the line below the row begins, too.
  final var startOfTitleBesideImage: CGFloat? {
    guard let labels: any RowLabels = configuredContentView as? UIListContentView ?? self,
      let title = labels.titleIfMade?.frame, labels.imageIfMade?.image != nil
    else { return nil }
    let (area, start) = (contentView.frame, labels === self ? 0 : labels.frame.minX)
    return isRightToLeft ? bounds.width - area.minX - start - title.maxX : area.minX + start + title.minX
  }

  // MARK: - Labels

  final var labelMargins: NSDirectionalEdgeInsets {
    let trailing = shownAccessoryType == .none && shownAccessoryView == nil ? Self.screenMargin : 0
    return NSDirectionalEdgeInsets(
      top: 11, leading: Self.screenMargin + CGFloat(indentationLevel) * indentationWidth, bottom: 11, trailing: trailing
    )
  }
  final var imagePadding: CGFloat { Self.screenMargin }
  final var labelPadding: CGFloat { 2 }
  final func sizeOfImage(_ size: CGSize) -> CGSize {
    imageIfMade?.image?.isSymbolImage == true ? CGSize(width: 20, height: 20) : size
  }

  /// Returns the size of the labels with their margins, or of other content that flows.
  ///
  /// - Parameter isWithoutHeight: Whether it is known that the constraints of other content say nothing of a height.
  final func sizeOfContent(width: CGFloat, isWithoutHeight: Bool = false) -> CGSize {
    let width = width.saneLength
    var height: CGFloat = 0
    if let view = configuredContentView {
      height = sizeOfConfiguredContent(view, width: max(width - bounds.width + contentView.bounds.width, 1)).height
      return CGSize(width: width, height: height + (table?.separatorHeight ?? 0))
    } else if titleIfMade != nil || detailIfMade != nil {
      height = heightOfLabels(width: hasAssignedFrame ? contentView.bounds.width : width)
    } else if !isWithoutHeight, !contentView.viewFlags.contains(.hasSubviewWithFrame) {
      height = contentView.neededSize(width: width).height
    }
    let accessoryHeight = shownAccessoryView?.sizeInContainer(width: roomOfAccessoryView).height ?? 0
    return CGSize(width: width, height: max(height, accessoryHeight, 44))
  }
}
