public import Foundation

/// How a text layer aligns its lines.
public enum CATextLayerAlignmentMode: String, Sendable {
  case natural, left, right, center, justified

  var css: String {
    switch self {
    case .natural: "start"
    case .justified: "justify"
    default: rawValue
    }
  }
}

/// What a text layer does with a text that is too long. Pages cut it off, or show an ellipsis at the end of the line.
public enum CATextLayerTruncationMode: String, Sendable { case none, start, middle, end }

/// A layer that shows a text. Like all layers it is hidden from assistive technology: prefer a label.
open class CATextLayer: CALayer {
  /// A `String` or an `NSAttributedString`.
  open var string: Any? { didSet { changed() } }

  /// A `UIFont`, whose size is not used. Others stand for the system font.
  open var font: Any? { didSet { changed() } }

  /// In points.
  open var fontSize: CGFloat = 36 { didSet { if fontSize != oldValue { changed() } } }

  open var foregroundColor: CGColor? = .white { didSet { if foregroundColor != oldValue { changed() } } }

  /// Whether lines are broken to fit into the layer.
  open var isWrapped = false { didSet { if isWrapped != oldValue { changed() } } }

  open var alignmentMode = CATextLayerAlignmentMode.natural { didSet { if alignmentMode != oldValue { changed() } } }

  open var truncationMode = CATextLayerTruncationMode.none { didSet { if truncationMode != oldValue { changed() } } }

  /// Does nothing: browsers decide how texts are drawn.
  open var allowsFontSubpixelQuantization = false

  override var hasElement: Bool { true }

  override func renderContent(into html: HTMLRenderer) {
    var css = CSSText()
    css += "inset:0;text-align:\(alignmentMode.css);"
    css += (font as? UIFont ?? .systemFont(ofSize: 17)).withSize(fontSize).css
    if let foregroundColor { css.declare("color", foregroundColor.color.css) }
    css += isWrapped ? "white-space:pre-line;" : "white-space:pre;"
    if view != nil { css += "z-index:-1;" }
    if truncationMode != .none { css += "overflow:hidden;text-overflow:ellipsis;" }
    html.write("<span class=\"layer s")
    html.write(text: String(html.styles.number(of: css.bytes)))
    html.write("\">")
    if let text = string as? NSAttributedString {
      html.write(attributed: text)
    } else {
      html.write(text: string as? String ?? "")
    }
    html.write("</span>")
  }
}
