import Katana
import UIKit

struct ShopState: State, Codable {
  var products: [Product] = []
  var isLoading = false
  var hasLoaded = false
  var favourites: [String] = []
  var cart: [CartLine] = []
  var filters = Filters()
  var promoCode: String?
  var address = Address()
  var orders = 0
  var isPaying = false

  func product(_ id: String) -> Product? {
    products.first { $0.id == id }
  }

  var subtotal: Decimal {
    cart.reduce(0) { sum, line in sum + (product(line.productID)?.price ?? 0) * Decimal(line.quantity) }
  }

  var discount: Decimal {
    promoCode == nil ? 0 : subtotal / 10
  }

  var total: Decimal {
    subtotal - discount
  }
}

struct SetLoading: StateUpdater {
  let isLoading: Bool

  func updateState(_ state: inout ShopState) {
    state.isLoading = isLoading
  }
}

struct SetProducts: StateUpdater {
  let products: [Product]

  func updateState(_ state: inout ShopState) {
    state.products = products
    state.hasLoaded = true
    state.isLoading = false
  }
}

struct ToggleFavourite: StateUpdater {
  let id: String

  func updateState(_ state: inout ShopState) {
    if let index = state.favourites.firstIndex(of: id) {
      state.favourites.remove(at: index)
    } else {
      state.favourites.append(id)
    }
  }
}

struct AddToCart: StateUpdater {
  let id: String
  let size: String

  func updateState(_ state: inout ShopState) {
    if let index = state.cart.firstIndex(where: { $0.productID == id && $0.size == size }) {
      state.cart[index].quantity += 1
    } else {
      state.cart.append(CartLine(productID: id, size: size, quantity: 1))
    }
  }
}

struct SetQuantity: StateUpdater {
  let index: Int
  let quantity: Int

  func updateState(_ state: inout ShopState) {
    guard state.cart.indices.contains(index) else { return }
    state.cart[index].quantity = quantity
  }
}

struct RemoveFromCart: StateUpdater {
  let index: Int

  func updateState(_ state: inout ShopState) {
    guard state.cart.indices.contains(index) else { return }
    state.cart.remove(at: index)
  }
}

struct MoveInCart: StateUpdater {
  let from: Int
  let to: Int

  func updateState(_ state: inout ShopState) {
    guard state.cart.indices.contains(from), state.cart.indices.contains(to) else { return }
    state.cart.insert(state.cart.remove(at: from), at: to)
  }
}

struct SetFilters: StateUpdater {
  let filters: Filters

  func updateState(_ state: inout ShopState) {
    state.filters = filters
  }
}

struct SetPromoCode: StateUpdater {
  let code: String?

  func updateState(_ state: inout ShopState) {
    state.promoCode = code
  }
}

struct SetAddress: StateUpdater {
  let address: Address

  func updateState(_ state: inout ShopState) {
    state.address = address
  }
}

struct SetPaying: StateUpdater {
  let isPaying: Bool

  func updateState(_ state: inout ShopState) {
    state.isPaying = isPaying
  }
}

struct FinishOrder: StateUpdater {
  func updateState(_ state: inout ShopState) {
    state.cart = []
    state.promoCode = nil
    state.isPaying = false
    state.orders += 1
  }
}
