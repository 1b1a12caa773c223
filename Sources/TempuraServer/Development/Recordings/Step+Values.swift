extension Step.Property {
  /// The stored properties of an item, by reflection. An enumeration has one, without a name: the item itself.
  package static func all(of item: Any, redaction: Redaction = Redaction()) -> [Step.Property] {
    let mirror = Mirror(reflecting: item)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class else {
      return [Step.Property("", text: ValueText.shortened(item, redaction))]
    }
    return ValueText.parts(of: mirror).map { part in
      let name = part.label ?? ""
      return Step.Property(name, text: ValueText.shortened(part.value, named: name, redaction))
    }
  }
}

extension Step.Dispatch {
  /// - Parameter item: The updater or side effect.
  package init(of item: Any, scope: String? = nil, redaction: Redaction = Redaction()) {
    self.init(
      type: String(reflecting: Swift.type(of: item)), properties: Step.Property.all(of: item, redaction: redaction),
      scope: scope)
  }
}
