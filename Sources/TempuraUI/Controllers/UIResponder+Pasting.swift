extension UIResponder {
  /// Adds a field for what the user pastes to the view, or to that of the controller.
  final func offerPasting() {
    guard let view = self as? UIView ?? (self as? UIViewController)?.viewIfLoaded else { return }
    for case let field as FileField in view.subviews where field.way == .paste { field.withdraw() }
    guard let types = pasteConfiguration?.acceptableTypeIdentifiers else { return }
    FileField(contentTypes: types.map { UTType(importedAs: $0) }).offer(.paste, in: view) { [unowned view] providers in
      let receiver = sequence(first: view as UIResponder, next: \.next).first { $0.canPaste(providers) }
      receiver?.paste(itemProviders: providers)
      return receiver != nil
    }
  }
}
