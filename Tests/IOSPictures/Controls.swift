import UIKit

let controls: [Picture] = [
  Picture("a01-page-control", 393, 46) {
    let control = UIPageControl()
    control.numberOfPages = 3
    control.currentPage = 1
    control.pageIndicatorTintColor = .darkGray
    control.currentPageIndicatorTintColor = .black
    return Host(centring: control)
  },
  Picture("a02-segmented", 393, 52) {
    let control = UISegmentedControl(items: ["Segment A", "Segment B", "Segment C"])
    control.selectedSegmentIndex = 1
    return Host(centring: control)
  },
  Picture("a03-slider", 393, 54) {
    let slider = UISlider()
    slider.maximumValue = 100
    slider.value = 75
    slider.tintColor = dimmedTint
    return inset(slider)
  },
  Picture("a04-stepper", 393, 52) {
    let stepper = UIStepper()
    stepper.minimumValue = -1
    stepper.maximumValue = 1
    return Host(centring: stepper)
  },
  Picture("s10-contact-add", view: { UIButton(type: .contactAdd) }),
  Picture("g05-button-custom", 150, 50) {
    let button = UIButton()
    button.setTitle("Custom Button", for: .normal)
    button.titleLabel?.font = .systemFont(ofSize: UIFont.systemFontSize)
    button.setTitleColor(.white, for: .normal)
    button.backgroundColor = .green
    button.layer.cornerRadius = 4
    return Host(button)
  },
  Picture("w02-bottom-button", 375, 812) {
    Screen { view in
      var configuration = UIButton.Configuration.filled()
      configuration.title = "Send Wink"
      configuration.baseBackgroundColor = .red
      configuration.background.cornerRadius = 0
      let button = UIButton(configuration: configuration)
      view.add(
        button, button.heightAnchor.constraint(equalToConstant: 50),
        button.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
        button.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
        button.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -20))
    }
  },
  Picture("w03-bottom-controller", 375, 812) {
    Screen { view in
      let bar = UIStackView(arrangedSubviews: ["❤️", "🇪🇸", "🚀"].map(plainButton))
      bar.backgroundColor = .darkGray
      bar.distribution = .equalSpacing
      bar.alignment = .center
      bar.isLayoutMarginsRelativeArrangement = true
      bar.layoutMargins = UIEdgeInsets(top: 10, left: 30, bottom: 10, right: 30)
      view.add(
        bar, bar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        bar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        bar.bottomAnchor.constraint(equalTo: view.bottomAnchor))
    }
  }.safeArea(bottom: 34),
]

/// A view in the middle, 10 from both sides.
private func inset(_ view: UIView) -> UIViewController {
  Host(view) { bounds in
    let height = view.sizeThatFits(bounds.size).height
    return CGRect(x: 10, y: bounds.midY - height / 2, width: bounds.width - 20, height: height)
  }
}

func plainButton(_ title: String) -> UIButton {
  var configuration = UIButton.Configuration.plain()
  configuration.title = title
  return UIButton(configuration: configuration)
}
