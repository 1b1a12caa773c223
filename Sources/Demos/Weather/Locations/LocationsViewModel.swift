import Tempura

struct LocationsViewModel: ViewModelWithState, Equatable {
  let places: [Place]
  let chosenID: String

  init(state: WeatherState) {
    places = Place.all
    chosenID = state.place.id
  }
}
