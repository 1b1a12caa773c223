import Tempura

struct LocationsViewModel: ViewModelWithState, Equatable {
  let cities: [City]
  let chosenID: String

  init(state: WeatherState) {
    cities = City.all
    chosenID = state.city.id
  }
}
