import Hydra
import Katana
import UIKit

final class ShopAPI {
  func products() -> [Product] {
    Thread.sleep(forTimeInterval: 0.3)
    let clothes = ["S", "M", "L", "XL"]
    return [
      Product(id: "1", name: "Linen shirt", category: .clothes, price: 49.9, oldPrice: 69.9, sizes: clothes, hue: 0.55),
      Product(id: "2", name: "Cotton T-shirt", category: .clothes, price: 19.5, isNew: true, sizes: clothes, hue: 0.1),
      Product(
        id: "3", name: "Rain jacket with a hood and four pockets", category: .clothes, price: 129, isNew: true,
        sizes: ["M", "L"], hue: 0.3),
      Product(
        id: "4", name: "Wool jumper", category: .clothes, price: 89, isAvailable: false, sizes: clothes, hue: 0.95),
      Product(
        id: "5", name: "Running shoes", category: .shoes, price: 99, oldPrice: 119, sizes: ["38", "40", "42", "44"],
        hue: 0),
      Product(id: "6", name: "Sandals", category: .shoes, price: 39, isNew: true, sizes: ["38", "40"], hue: 0.15),
      Product(id: "7", name: "Mug", category: .home, price: 12, sizes: ["One size"], hue: 0.7),
      Product(
        id: "8", name: "Tea pot", category: .home, price: 34, oldPrice: 40, isNew: true, sizes: ["One size"], hue: 0.45),
      Product(
        id: "9", name: "Vase", category: .home, price: 1250, sizes: ["Small", "Medium", "Extra large"], hue: 0.82),
    ]
  }

  func isValid(promoCode: String) -> Bool {
    Thread.sleep(forTimeInterval: 0.2)
    return promoCode.uppercased() == "WELCOME10"
  }

  func pay(_ amount: Decimal) {
    Thread.sleep(forTimeInterval: 1)
  }
}

struct FetchProducts: SideEffect {
  func sideEffect(_ context: SideEffectContext<ShopState, Dependencies>) throws {
    try Hydra.await(context.dispatch(SetLoading(isLoading: true)))
    let products = context.dependencies.api.products()
    try Hydra.await(context.dispatch(SetProducts(products: products)))
  }
}

struct CheckPromoCode: ReturningSideEffect {
  let code: String

  func sideEffect(_ context: any AnySideEffectContext) throws -> Bool {
    guard let dependencies = context.anyDependencies as? Dependencies else { return false }
    let isValid = dependencies.api.isValid(promoCode: code)
    try Hydra.await(context.anyDispatch(SetPromoCode(code: isValid ? code.uppercased() : nil)))
    return isValid
  }
}

struct Pay: SideEffect {
  func sideEffect(_ context: SideEffectContext<ShopState, Dependencies>) throws {
    try Hydra.await(context.dispatch(SetPaying(isPaying: true)))
    context.dependencies.api.pay(context.getState().total)
    try Hydra.await(context.dispatch(FinishOrder()))
  }
}
