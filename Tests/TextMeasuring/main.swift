// Measures texts, for Tests/Browser/text-check.
//   TextMeasuring < CASES        writes the lines of each case as JSON
//   TextMeasuring --time < CASES writes what measuring costs
import Foundation
import TextLayout

struct Case: Decodable {
  let text: String
  let size: Double
  let weight: Int
  let width: Double
  let tracking: Double

  var lines: TextLines {
    let run = TextRun(length: text.utf16.count, font: TextFont(size: size, weight: weight), tracking: tracking)
    return TextLayout.lines(of: text, runs: [run], width: width)
  }
}

struct Line: Encodable {
  /// The visible characters.
  let text: String
  /// The white space after them.
  let spaces: String
  let hasHyphen: Bool
  let width: Double
}

/// The time of a call for each case, in nanoseconds of the processor.
func time(_ cases: [Case], _ body: (Case) -> Void) -> Int {
  let start = clock()
  for item in cases { body(item) }
  return (clock() - start) * 1_000_000_000 / Int(CLOCKS_PER_SEC) / max(cases.count, 1)
}

let cases = try JSONDecoder().decode([Case].self, from: FileHandle.standardInput.readDataToEndOfFile())
if CommandLine.arguments.contains("--time") {
  // Reads the fonts.
  for size in Set(cases.map(\.size)) {
    for weight in Set(cases.map(\.weight)) {
      _ = Case(text: "a", size: size, weight: weight, width: 0, tracking: 0).lines
    }
  }
  let units = cases.reduce(0) { $0 + $1.text.utf16.count } / max(cases.count, 1)
  print("\(cases.count) texts of \(units) units on average; nanoseconds for each")
  print("first time:       \(time(cases) { _ = $0.lines })")
  print("again:            \(time(cases) { _ = $0.lines })")
  let narrower = cases.map {
    Case(text: $0.text, size: $0.size, weight: $0.weight, width: $0.width - 1, tracking: $0.tracking)
  }
  print("in another width: \(time(narrower) { _ = $0.lines })")
  let words = cases.map {
    Case(text: $0.text + " ", size: $0.size, weight: $0.weight, width: $0.width, tracking: $0.tracking)
  }
  print("of known words:   \(time(words) { _ = $0.lines })")
} else {
  let results = cases.map { item in
    let units = Array(item.text.utf16)
    func string(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }
    return item.lines.lines.map { line in
      Line(
        text: string(line.range.lowerBound..<line.visibleEnd),
        spaces: string(line.visibleEnd..<line.range.upperBound).filter { !$0.isNewline }, hasHyphen: line.hasHyphen,
        width: line.width)
    }
  }
  FileHandle.standardOutput.write(try JSONEncoder().encode(results))
}
