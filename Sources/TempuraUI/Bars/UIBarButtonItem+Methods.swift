// Methods of an object in the place of selectors, as for controls and gesture recognisers:
// `UIBarButtonItem(title: "Add", style: .plain, target: self, action: ListViewController.didTapAdd)`.

extension UIBarButtonItem {
  /// A button that runs a method of an object, which is not retained.
  public convenience init<Target: AnyObject>(
    title: String?, style: Style = .plain, target: Target, action: @escaping (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init(title: title, style: style, target: target, action: Self.run(action, of: target))
  }

  /// A button that runs a method of an object that takes no sender. The object is not retained.
  public convenience init<Target: AnyObject>(
    title: String?, style: Style = .plain, target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init(title: title, style: style, target: target, action: Self.run(action, of: target))
  }

  /// A button that runs a method of an object, which is not retained.
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style = .plain, target: Target, action: @escaping (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init(image: image, style: style, target: target, action: Self.run(action, of: target))
  }

  /// A button that runs a method of an object that takes no sender. The object is not retained.
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style = .plain, target: Target, action: @escaping (Target) -> () -> Void
  ) {
    self.init(image: image, style: style, target: target, action: Self.run(action, of: target))
  }

  /// A button that runs a method of an object, which is not retained.
  public convenience init<Target: AnyObject>(
    barButtonSystemItem item: SystemItem, target: Target, action: @escaping (Target) -> (UIBarButtonItem) -> Void
  ) {
    self.init(barButtonSystemItem: item, target: target, action: Self.run(action, of: target))
  }

  /// A button that runs a method of an object that takes no sender. The object is not retained.
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
