public import Foundation

/// A look of what is behind a view.
open class UIVisualEffect: NSObject {}

/// A blur of what is behind a view.
open class UIBlurEffect: UIVisualEffect {
  public enum Style: Int, Sendable {
    case extraLight, light, dark, extraDark, regular, prominent
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial
    case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight, systemThickMaterialLight
    case systemChromeMaterialLight
    case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark
    case systemChromeMaterialDark
  }

  final let style: Style

  public init(style: Style) { self.style = style }

  /// The tint over the blur: white or black in light or dark styles, else the background of the appearance.
  final var tint: String {
    let opacity =
      switch style {
      case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark: 0.4
      case .systemThinMaterial, .systemThinMaterialLight, .systemThinMaterialDark: 0.55
      case .systemThickMaterial, .systemThickMaterialLight, .systemThickMaterialDark, .prominent: 0.85
      default: 0.7
      }
    let light = "rgb(255 255 255 / \(opacity))"
    let dark = "rgb(28 28 30 / \(opacity))"
    switch style {
    case .extraLight, .light, .systemUltraThinMaterialLight, .systemThinMaterialLight, .systemMaterialLight,
      .systemThickMaterialLight, .systemChromeMaterialLight:
      return light
    case .dark, .extraDark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark,
      .systemThickMaterialDark, .systemChromeMaterialDark:
      return dark
    default: return "light-dark(\(light), \(dark))"
    }
  }
}

/// A view that blurs what is behind it. Add subviews to `contentView`.
open class UIVisualEffectView: UIView {
  override final var stacksSubviews: Bool { false }

  /// The view for subviews. It is as large as the effect view.
  public final let contentView = UIView()

  override final var keepsSubviewsJoined: Bool { true }

  /// The effect. Only blurs are shown. Default: nil.
  open var effect: UIVisualEffect? { didSet { setNeedsRender() } }

  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    contentView.viewFlags.insert(.joinsSuperview)  // constraints in it may decide the size of this view
    super.addSubview(contentView)
  }

  public required init?(coder: NSCoder) { nil }

  override public convenience init(frame: CGRect) {
    self.init(effect: nil)
    if frame != .zero { self.frame = frame }
  }

  override open func layoutSubviews() {
    super.layoutSubviews()
    if hasAssignedFrame { contentView.setLaidOutFrame(bounds) } else { contentView.setFlowingFrame(bounds) }
  }

  override package func appendStyle(to css: inout CSSText) {
    super.appendStyle(to: &css)
    guard let blur = effect as? UIBlurEffect else { return }
    css.declare("backdrop-filter", "blur(1.25rem)")
    css.declare("background-color", blur.tint)
  }
}
