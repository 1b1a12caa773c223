/// A mistake in the definition or use of a metric: one of the programmer.
package enum MetricError: Error, Equatable, CustomStringConvertible {
  case invalidName(String)
  case counterWithoutTotal(String)
  case reservedEnding(String, ending: String)
  case noHelp(String)
  case invalidLabel(String, of: String)
  case labelTwice(String, of: String)
  case definedTwice(String)
  case wrongLabelValues([String], labels: [String])
  case reservedPrefix(String, prefix: String)
  case invalidBounds(String)

  /// Finds the first mistake in the definition of a metric, by the rules of Prometheus
  /// (https://prometheus.io/docs/concepts/data_model/ and https://prometheus.io/docs/practices/naming/).
  init?(name: String, _ kind: MetricKind, help: String, labels: [String]) {
    guard Self.isName(name) else {
      self = .invalidName(name)
      return
    }
    if kind == .counter, !name.hasSuffix("_total") {
      self = .counterWithoutTotal(name)
      return
    }
    let reserved = ["_total", "_sum", "_count", "_bucket"].filter { kind != .counter || $0 != "_total" }
    if let ending = reserved.first(where: name.hasSuffix) {
      self = .reservedEnding(name, ending: ending)
      return
    }
    if help.isEmpty {
      self = .noHelp(name)
      return
    }
    for (index, label) in labels.enumerated() {
      if !Self.isName(label) || label == "le" || label == "quantile" {
        self = .invalidLabel(label, of: name)
        return
      }
      if labels[..<index].contains(label) {
        self = .labelTwice(label, of: name)
        return
      }
    }
    return nil
  }

  /// Whether a text is a name of Prometheus' convention: lower case, with underscores between words.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
    return text.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "_")
    }
  }

  package var description: String {
    switch self {
    case .invalidName(let name):
      "\"\(name)\" is not the name of a metric. Write lower case letters, digits and underscores, and begin with a letter, "
        + "such as shop_orders_total."
    case .counterWithoutTotal(let name):
      "The name of the counter \(name) must end in _total."
    case .reservedEnding(let name, let ending):
      "The name of the metric \(name) must not end in \(ending). Prometheus reserves this ending."
    case .noHelp(let name): "The metric \(name) has no help text. Say what it counts in one sentence."
    case .invalidLabel(let label, let name):
      "\"\(label)\" is not a label for the metric \(name). Write lower case letters, digits and underscores, and begin with "
        + "a letter. The labels le and quantile are reserved."
    case .labelTwice(let label, let name): "The metric \(name) has the label \(label) twice."
    case .definedTwice(let name):
      "There are two different metrics \(name). Give one of them another name, or define both with the same kind, help and "
        + "labels."
    case .wrongLabelValues(let values, let labels):
      "A metric with the labels \(labels) got the values \(values). Give one value for each label, with with(_:)."
    case .reservedPrefix(let name, let prefix):
      "The metric \(name) begins with \(prefix), which names metrics of the server. Choose another name."
    case .invalidBounds(let name):
      "The bounds of the histogram \(name) must be numbers in ascending order, at least one."
    }
  }
}
