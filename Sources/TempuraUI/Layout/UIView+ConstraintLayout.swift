extension UIView {
  /// Whether constraints have a say in how the subviews are laid out.
  final var hasConstraintLayout: Bool {
    if let layoutRules, !layoutRules.constraints.isEmpty || !layoutRules.containerStyle.isEmpty { return true }
    // What a subview holds besides its own size is between its own subviews.
    return subviews.contains { view in
      view.layoutRules.map { !$0.itemStyle.isEmpty || $0.constraints.contains(where: \.isOfOneView) } ?? false
    }
  }
}
