import UIKit

/// A city, its weather as a symbol and in words, and its temperature.
final class ConditionsView: UIView {
  private let symbolView = UIImageView()
  private let cityLabel = UILabel()
  private let temperatureLabel = UILabel()
  private let weatherLabel = UILabel()

  init(city: String, weather: String, temperature: String) {
    super.init(frame: .zero)
    symbolView.image = UIImage(systemName: Sky(weather: weather).symbolName)
    symbolView.isAccessibilityElement = false
    symbolView.tintColor = .white
    cityLabel.text = city
    cityLabel.font = .systemFont(ofSize: 28, weight: .semibold)
    cityLabel.accessibilityTraits = .header
    temperatureLabel.text = temperature
    temperatureLabel.font = .systemFont(ofSize: 88, weight: .light)
    weatherLabel.text = NSLocalizedString(weather, comment: "The weather in words")
    weatherLabel.font = .systemFont(ofSize: 22, weight: .medium)
    for label in [cityLabel, temperatureLabel, weatherLabel] {
      label.textColor = .white
      label.textAlignment = .center
      label.numberOfLines = 0
    }
    for view in [cityLabel, symbolView, temperatureLabel, weatherLabel] { addSubview(view) }
  }

  required init?(coder: NSCoder) { nil }
}
