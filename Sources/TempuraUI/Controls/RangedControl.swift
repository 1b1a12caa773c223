/// A control for a number within a range.
protocol RangedControl: UIControl {
  associatedtype Number: Comparable
  var value: Number { get set }
  var minimumValue: Number { get set }
  var maximumValue: Number { get set }
}

extension RangedControl {
  func limited(_ value: Number) -> Number { value > minimumValue ? min(value, maximumValue) : minimumValue }

  func minimumDidChange() {
    if maximumValue < minimumValue { maximumValue = minimumValue }
    rangeDidChange()
  }

  func maximumDidChange() {
    if minimumValue > maximumValue { minimumValue = maximumValue }
    rangeDidChange()
  }

  private func rangeDidChange() {
    value = limited(value)
    setNeedsRender()
  }
}
