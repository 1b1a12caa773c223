import UIKit

enum Category: String, Codable, CaseIterable {
  case clothes
  case shoes
  case home

  var title: String {
    switch self {
    case .clothes: return NSLocalizedString("Clothes", comment: "")
    case .shoes: return NSLocalizedString("Shoes", comment: "")
    case .home: return NSLocalizedString("Home", comment: "")
    }
  }
}

struct Product: Codable, Equatable {
  let id: String
  let name: String
  let category: Category
  let price: Decimal
  var oldPrice: Decimal?
  var isNew = false
  var isAvailable = true
  let sizes: [String]
  let hue: CGFloat
}

struct CartLine: Codable, Equatable {
  let productID: String
  let size: String
  var quantity: Int
}

struct Filters: Codable, Equatable {
  enum Order: Int, Codable, CaseIterable {
    case newest
    case cheapest
    case dearest
  }

  var order = Order.newest
  var maximumPrice: Float = 200
  var minimumSizes = 1
  var onlyNew = false
  var onlySale = false
  var onlyAvailable = false
  var size: String?

  func accepts(_ product: Product) -> Bool {
    product.price <= Decimal(Double(maximumPrice)) && product.sizes.count >= minimumSizes
      && (!onlyNew || product.isNew) && (!onlySale || product.oldPrice != nil)
      && (!onlyAvailable || product.isAvailable) && (size == nil || product.sizes.contains(size!))
  }
}

struct Address: Codable, Equatable {
  var name = ""
  var street = ""
  var postcode = ""
  var city = ""
  var country = "IT"

  var isComplete: Bool {
    ![name, street, postcode, city].contains { $0.trimmingCharacters(in: .whitespaces).isEmpty }
  }
}
