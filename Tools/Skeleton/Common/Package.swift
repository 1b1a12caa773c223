// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Skeleton",
  dependencies: [.package(path: "../tempura")],
  targets: [
    .executableTarget(
      name: "Skeleton",
      dependencies: [
        .product(name: "Katana", package: "tempura"),
        .product(name: "Tempura", package: "tempura"),
        .product(name: "UIKit", package: "tempura"),
      ],
      resources: [.copy("Public")]),
    .testTarget(
      name: "SkeletonTests",
      dependencies: ["Skeleton", .product(name: "TempuraTesting", package: "tempura")],
      exclude: ["Pictures"]),
  ],
  swiftLanguageModes: [.v5])
