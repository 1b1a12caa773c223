import UIKit

final class SlidersScreen: ScreenView {
  override func addExamples() {
    addGroup(
      "States",
      [
        slider("From 0 to 1") { $0.value = 0.25 },
        slider("From −10 to 10") { control in
          control.minimumValue = -10
          control.maximumValue = 10
        },
        slider("Disabled") { control in
          control.value = 0.5
          control.isEnabled = false
        },
      ])
    addGroup(
      "Looks",
      [
        slider("A colour of its own") { control in
          control.value = 0.6
          control.minimumTrackTintColor = Palette.destructive
        },
        slider("Images at its ends") { control in
          control.value = 0.4
          control.minimumValueImage = UIImage(systemName: "minus")
          control.maximumValueImage = UIImage(systemName: "plus")
        },
      ])
    addGroup(
      "Steppers",
      [
        stepper("Copies") { $0.value = 1 },
        stepper("At the end of its range") { control in
          control.maximumValue = 3
          control.value = 3
        },
        stepper("Hours, which go round") { control in
          control.wraps = true
          control.maximumValue = 23
        },
        stepper("Disabled ") { $0.isEnabled = false },
      ])
  }

  private func slider(_ caption: String, _ change: (UISlider) -> Void) -> UIView {
    let control = UISlider()
    change(control)
    note(control, .valueChanged) { "“\(caption)” is \($0.value)" }
    return captioned(caption, control)
  }

  private func stepper(_ caption: String, _ change: (UIStepper) -> Void) -> UIView {
    let control = UIStepper()
    change(control)
    note(control, .valueChanged) { "“\(caption)” is \(Int($0.value))" }
    return captioned(caption, control)
  }
}
