import Tempura
import UIKit

struct ProductItem: Equatable {
  let product: Product
  let isFavourite: Bool
}

struct ProductSection: Equatable {
  let title: String
  let items: [ProductItem]
}

struct ProductListLocalState: LocalState, Codable {
  var query = ""
  var scope = 0
}

struct ProductListViewModel: ViewModelWithLocalState {
  let sections: [ProductSection]
  let isLoading: Bool
  let isEmpty: Bool

  init?(state: ShopState?, localState: ProductListLocalState) {
    guard let state = state else { return nil }
    var products = state.products.filter { state.filters.accepts($0) }
    if !localState.query.isEmpty {
      products = products.filter { $0.name.localizedCaseInsensitiveContains(localState.query) }
    }
    switch state.filters.order {
    case .newest: break
    case .cheapest: products.sort { $0.price < $1.price }
    case .dearest: products.sort { $0.price > $1.price }
    }
    let categories = localState.scope == 0 ? Category.allCases : [Category.allCases[localState.scope - 1]]
    sections = categories.compactMap { category in
      let items = products.filter { $0.category == category }.map {
        ProductItem(product: $0, isFavourite: state.favourites.contains($0.id))
      }
      return items.isEmpty ? nil : ProductSection(title: category.title, items: items)
    }
    isLoading = state.isLoading
    isEmpty = state.hasLoaded && sections.isEmpty
  }
}

struct FavouritesViewModel: ViewModelWithState {
  let products: [Product]

  init?(state: ShopState) {
    products = state.favourites.compactMap { state.product($0) }
  }
}
