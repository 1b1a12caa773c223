extension UIView {
  /// Whether constraints have a say in how the subviews are laid out.
  final var hasConstraintLayout: Bool {
    if !constraints.isEmpty || !rareProperties[LayoutRules.self].containerStyle.isEmpty { return true }
    // What a subview holds besides its own size is between its own subviews.
    return subviews.contains { view in
      view.isPlacedByConstraints || view.constraints.contains(where: \.isOfOneView)
    }
  }
}
