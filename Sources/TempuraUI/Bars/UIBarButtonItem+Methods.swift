// Initialisers with methods instead of selectors, as for controls and gesture recognisers:
// `UIBarButtonItem(title: "Add", style: .plain, target: self, action: ListViewController.didTapAdd)`. The method takes nothing, the
// item, or a `UIButton` with its title, image and tag.

internal import Basics

extension UIBarButtonItem {
  /// Creates a button with a method. The target is not retained.
  public convenience init<Target: AnyObject, Sender>(
    title: String?, style: Style = .plain, target: Target, action: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init(title: title, style: style, target: target, action: Self.run(action, of: target))
  }

  /// Creates a button with a method without a sender. The target is not retained.
  public convenience init<Target: AnyObject>(
    title: String?, style: Style = .plain, target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init(title: title, style: style, target: target, action: Self.run(action, of: target))
  }

  /// Creates a button with a method. The target is not retained.
  public convenience init<Target: AnyObject, Sender>(
    image: UIImage?, style: Style = .plain, target: Target, action: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init(image: image, style: style, target: target, action: Self.run(action, of: target))
  }

  /// Creates a button with a method without a sender. The target is not retained.
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style = .plain, target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init(image: image, style: style, target: target, action: Self.run(action, of: target))
  }

  /// Creates a button with a method. The target is not retained.
  public convenience init<Target: AnyObject, Sender>(
    barButtonSystemItem item: SystemItem, target: Target, action: @escaping (Target) -> (Sender) -> Void
  ) {
    self.init(barButtonSystemItem: item, target: target, action: Self.run(action, of: target))
  }

  /// Creates a button with a method without a sender. The target is not retained.
  public convenience init<Target: AnyObject>(
    barButtonSystemItem item: SystemItem, target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init(barButtonSystemItem: item, target: target, action: Self.run(action, of: target))
  }

  private static func run<Target: AnyObject, Sender>(
    _ action: @escaping (Target) -> (Sender) -> Void, of target: Target
  ) -> (UIBarButtonItem) -> Void {
    { [weak target] item in
      guard let target else { return }
      if let sender = item as? Sender ?? item.button() as? Sender { return action(target)(sender) }
      Misuse.report(
        "A method that takes a \(Sender.self) was added to a bar button item, and is not called: declare its parameter as "
          + "UIBarButtonItem.")
    }
  }

  /// A button with the properties of the item. Selectors have no types, so methods of phones may take a `UIButton`.
  private func button() -> UIButton {
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.setImage(image, for: .normal)
    (button.tag, button.isEnabled) = (tag, isEnabled)
    return button
  }

  private static func run<Target: AnyObject>(
    _ action: @escaping (Target) -> () -> Void, of target: Target
  ) -> (UIBarButtonItem) -> Void {
    { [weak target] _ in if let target { action(target)() } }
  }
}
