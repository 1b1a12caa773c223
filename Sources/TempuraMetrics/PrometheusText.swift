/// Metrics in the text format of Prometheus, version 0.0.4
/// (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format).
package struct PrometheusText {
  /// The value of `Content-Type`.
  package static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  package private(set) var text = ""

  package init(_ snapshots: [MetricSnapshot]) {
    for snapshot in snapshots { append(snapshot) }
  }

  private mutating func append(_ metric: MetricSnapshot) {
    text += "# HELP \(metric.name) \(Self.escaped(metric.help))\n# TYPE \(metric.name) \(metric.kind.rawValue)\n"
    for sample in metric.samples {
      let labels = Array(zip(metric.labels, sample.values))
      switch sample.reading {
      case .number(let value): append(metric.name, labels, value)
      case .histogram(let buckets, let sum):
        for bucket in buckets {
          append("\(metric.name)_bucket", labels + [("le", Self.number(bucket.bound))], Double(bucket.count))
        }
        append("\(metric.name)_sum", labels, sum)
        append("\(metric.name)_count", labels, Double(buckets.last?.count ?? 0))
      }
    }
  }

  private mutating func append(_ name: String, _ labels: [(String, String)], _ value: Double) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0)=\"\(Self.escaped($1, withQuotes: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(Self.number(value))\n"
  }

  /// Help texts escape backslashes and line feeds; label values escape quotation marks, too.
  private static func escaped(_ text: String, withQuotes: Bool = false) -> String {
    // Scalar by scalar: a quotation mark and a combining accent are one character, and so are CR and LF.
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\"" where withQuotes: escaped.append(contentsOf: "\\\"".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// A number as Go's `ParseFloat` reads it.
  static func number(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value.isNaN { return "NaN" }
    // Without ".0". All whole numbers up to here are exact.
    return value == value.rounded() && abs(value) < 0x1p53 ? "\(Int64(value))" : "\(value)"
  }
}
