extension UIView {
  /// Whether constraints have a say in how the subviews are laid out.
  final var hasConstraintLayout: Bool {
    if let layoutRules, !layoutRules.constraints.isEmpty || !layoutRules.containerStyle.isEmpty { return true }
    return subviews.contains { view in
      view.layoutRules.map { !$0.constraints.isEmpty || !$0.itemStyle.isEmpty } ?? false
    }
  }
}
