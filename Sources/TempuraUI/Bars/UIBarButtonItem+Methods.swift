// Initialisers with methods instead of selectors, as for controls and gesture recognisers:
// `UIBarButtonItem(title: "Add", style: .plain, target: self, action: ListViewController.didTapAdd)`.

extension UIBarButtonItem {
  /// Creates a button with a method. The target is not retained.
  public convenience init<Target: AnyObject>(
    title: String?, style: Style = .plain, target: Target, action: @escaping (Target) -> (UIBarButtonItem) -> Void
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
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style = .plain, target: Target, action: @escaping (Target) -> (UIBarButtonItem) -> Void
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
  public convenience init<Target: AnyObject>(
    barButtonSystemItem item: SystemItem, target: Target, action: @escaping (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init(barButtonSystemItem: item, target: target, action: Self.run(action, of: target))
  }

  /// Creates a button with a method without a sender. The target is not retained.
  public convenience init<Target: AnyObject>(
    barButtonSystemItem item: SystemItem, target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init(barButtonSystemItem: item, target: target, action: Self.run(action, of: target))
  }

  private static func run<Target: AnyObject>(
    _ action: @escaping (Target) -> (UIBarButtonItem) -> Void, of target: Target
  ) -> (UIBarButtonItem) -> Void {
    { [weak target] item in if let target { action(target)(item) } }
  }

  private static func run<Target: AnyObject>(
    _ action: @escaping (Target) -> () -> Void, of target: Target
  ) -> (UIBarButtonItem) -> Void {
    { [weak target] _ in if let target { action(target)() } }
  }
}
