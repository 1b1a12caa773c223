// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// An asynchronous function goes on where its caller ran. Otherwise each call of one asks the task where to go on, which was 4 % of
// a form and its page.
let staysWithCaller: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// The folder of what only a server in development has: modules of their own, beside their part of `TempuraServer`.
let development = "TempuraServer/Development"

/// - Parameters:
///   - folder: The folder of `Sources` that has the module's own.
///   - excluded: Its folders that are modules of their own.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], in folder: String? = nil, libraries: [String] = [],
  without excluded: [String] = [], plugins: [Target.PluginUsage]? = nil
) -> Target {
  let isAsynchronous = folder == "Storages" || name == "SessionKernel" || name == "TempuraServer"
  return .target(
    name: name, dependencies: dependencies, path: folder.map { "Sources/\($0)/\(name)" }, exclude: excluded,
    swiftSettings: strict + (isAsynchronous ? staysWithCaller : []),
    linkerSettings: libraries.map { .linkedLibrary($0) }, plugins: plugins)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, resources: [Resource]? = nil
) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: strict)
}

// SwiftPM compiles a target again if one of its own dependencies changed, but not if only a dependency of these did. A class
// of an app contains the stored properties of its superclasses in any of these modules. So apps depend on all modules:
// objects that were built before would read their properties at wrong places.
let katana = ["Basics", "Hydra", "Katana"]
let tempura =
  katana + [
    "AppData", "HTML", "TextLayout", "TempuraLocalization", "Pictures", "TempuraGraphics", "Cassowary", "TempuraUI",
    "Tempura",
  ]
let server =
  tempura + [
    "TempuraMetrics", "HTTPServer", "JSONEncoding", "DefaultDecoding", "Sessions", "SessionKernel", "Recordings",
    "DevelopmentPanel", "TempuraServer",
  ]
// Other modules of iOS. An app that imports them depends on `UIKit` only.
let frameworks = [
  "QuartzCore", "CoreGraphics", "_Testing_CoreGraphics", "SafariServices", "MessageUI", "StoreKit", "UserNotifications",
  "CoreLocation", "MapKit", "AVFoundation", "AVKit", "Security", "Photos", "PhotosUI", "CoreImage",
  "_Testing_CoreImage", "ImageIO",
]
let uikit = server + ["UIKit", "_Testing_UIKit"] + frameworks
let testing = uikit + ["TempuraTesting"]

/// What an app's target depends on: the given modules of libraries, and what else it names.
func app(_ modules: [String], _ others: Target.Dependency...) -> [Target.Dependency] {
  modules.map { .target(name: $0) } + others
}

// A module imports only modules listed above it.
let package = Package(
  name: "tempura",
  defaultLocalization: "en",
  products: [
    .library(name: "Hydra", targets: ["Basics", "Hydra"]),
    .library(name: "Katana", targets: katana),
    .library(name: "Tempura", targets: tempura),
    .library(name: "TempuraServer", targets: server),
    .library(name: "SessionsTesting", targets: ["Basics", "TempuraMetrics", "Sessions", "SessionsTesting"]),
    .library(name: "UIKit", targets: uikit),
    .library(name: "QuartzCore", targets: tempura + ["QuartzCore"]),
    .library(name: "CoreGraphics", targets: tempura + ["CoreGraphics", "_Testing_CoreGraphics"]),
    .library(name: "UniformTypeIdentifiers", targets: tempura + ["UniformTypeIdentifiers"]),
    .library(name: "SafariServices", targets: tempura + ["SafariServices"]),
    .library(name: "MessageUI", targets: tempura + ["MessageUI"]),
    .library(name: "StoreKit", targets: tempura + ["StoreKit"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "Security", targets: tempura + ["Security"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "MapKit", targets: tempura + ["CoreLocation", "MapKit"]),
    .library(name: "ImageIO", targets: tempura + ["ImageIO"]),
    .library(name: "CoreImage", targets: tempura + ["CoreImage", "_Testing_CoreImage"]),
    .library(name: "Photos", targets: tempura + ["Photos"]),
    .library(name: "PhotosUI", targets: tempura + ["Photos", "PhotosUI"]),
    .library(name: "AVFoundation", targets: tempura + ["AVFoundation"]),
    .library(name: "AVKit", targets: tempura + ["AVFoundation", "AVKit"]),
    .library(name: "WebKit", targets: tempura + ["WebKit"]),
    .library(name: "Lottie", targets: tempura + ["Lottie"]),
    .library(name: "UserFiles", targets: tempura + ["TempuraServer", "UserFiles"]),
    .library(name: "Databases", targets: ["Databases"]),
    .library(name: "Accounts", targets: tempura + ["Databases", "Accounts"]),
    .library(name: "OpenIDConnect", targets: ["Hydra", "OpenIDConnect"]),
    .library(name: "Mails", targets: ["Databases", "Mails"]),
    .library(name: "Todo", targets: ["Todo"]),
    .executable(name: "TodoServer", targets: ["TodoServer"]),
    .library(name: "CounterDemo", targets: ["CounterDemo"]),
    .executable(name: "CounterServer", targets: ["CounterServer"]),
    .library(name: "RewardsDemo", targets: ["RewardsDemo"]),
    .executable(name: "RewardsServer", targets: ["RewardsServer"]),
    .library(name: "WeatherDemo", targets: ["WeatherDemo"]),
    .executable(name: "WeatherServer", targets: ["WeatherServer"]),
    .library(name: "ChatDemo", targets: ["ChatDemo"]),
    .executable(name: "ChatServer", targets: ["ChatServer"]),
    .library(name: "TempuraTesting", targets: testing),
  ],
  // An app names the traits that it needs: `.package(path: "../tempura", traits: ["SQLite"])`. By default only one is on. With
  // two, SwiftPM 6.3 names them in another order in about every second build, and then compiles everything again.
  traits: [
    .trait(name: "AllStorages", description: "Sessions can be stored in SQLite, Redis and PostgreSQL."),
    .trait(name: "SQLite", description: "Sessions can be stored in a file."),
    .trait(name: "Redis", description: "Sessions can be stored in a Redis or a Redis Cluster."),
    .trait(name: "Postgres", description: "Sessions can be stored in a PostgreSQL."),
    .default(enabledTraits: ["AllStorages"]),
  ],
  targets: [
    .systemLibrary(
      name: "CMicroHTTPD", path: "Sources/C/CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(
      name: "CGnuTLS", path: "Sources/C/CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSubmodules", path: "Sources/C/CSubmodules"),
    .systemLibrary(name: "CHiredis", path: "Sources/C/CHiredis", providers: [.apt(["libhiredis-dev"])]),
    // Not with `pkgConfig`, which would link libpq.
    .systemLibrary(name: "CPostgres", path: "Sources/C/CPostgres", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", path: "Sources/C/CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CPNG", path: "Sources/C/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CBrotli", path: "Sources/C/CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(
      name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CCrypt", path: "Sources/C/CCrypt", providers: [.apt(["libcrypt-dev"])]),
    // Comes with the C compiler, in its own folder of libraries.
    .systemLibrary(name: "CBacktrace", path: "Sources/C/CBacktrace", providers: [.apt(["gcc"])]),
    .systemLibrary(name: "CMalloc", path: "Sources/C/CMalloc"),
    .target(name: "CLinux", path: "Sources/C/CLinux"),
    .target(name: "CThreadSanitizer", path: "Sources/C/CThreadSanitizer"),

    // Fonts/, Public/, Templates/ and Texts/, which are part of every program.
    .plugin(name: "BuiltInFilesPlugin", capability: .buildTool(), dependencies: ["BuiltInFilesGenerator"]),
    .executableTarget(
      name: "BuiltInFilesGenerator", path: "Plugins/BuiltInFilesGenerator", swiftSettings: strict),

    module("Basics", ["CLinux", "CThreadSanitizer"]),
    // Not called `Metrics`, as a module of swift-metrics is, which apps may use.
    module("TempuraMetrics", ["Basics"]),
    module("Hydra", ["Basics"]),
    module("Katana", ["Hydra", "Basics"]),
    // What an app and its users leave outside of the state, and a session stores.
    module("AppData", ["Hydra", "Basics"]),
    module("HTML"),
    // Solves the constraints of Auto Layout.
    module("Cassowary"),
    // Foundation has the rules of Unicode in its library ICU, and no interface to them.
    module("TextLayout", ["CHarfBuzz", "Basics"], libraries: ["_FoundationICU"], plugins: ["BuiltInFilesPlugin"]),
    module("TempuraLocalization", ["Basics"], libraries: ["_FoundationICU"], plugins: ["BuiltInFilesPlugin"]),
    // Decodes, draws and encodes pictures, in a process of its own.
    .target(name: "CPictures", path: "Sources/C/CPictures"),
    module("StateFolder", ["CLinux"], in: "Services"),
    module("Pictures", ["CPictures", "CGnuTLS", "StateFolder", "Basics"]),
    module("TempuraGraphics", ["Pictures", "TempuraLocalization", "TextLayout", "HTML", "Basics"]),
    module(
      "TempuraUI",
      [
        "AppData", "Pictures", "TempuraGraphics", "TempuraLocalization", "HTML", "TextLayout", "Cassowary", "Hydra",
        "Basics",
      ]),
    module("Tempura", ["TempuraUI", "Katana", "Hydra", "Basics"]),
    module("HTTPServer", ["CMicroHTTPD", "CBrotli", "CZlib", "CLinux", "Basics"]),
    module("JSONEncoding", ["Basics"]),
    // Reads values that an older build has stored.
    module("DefaultDecoding", ["JSONEncoding", "Katana", "Basics"]),
    // What happened in a session, step by step.
    module("Recordings", ["JSONEncoding", "Basics"], in: development),
    // The app that shows developers what their app does.
    module(
      "DevelopmentPanel", ["Recordings", "Tempura", "TempuraUI", "AppData", "Katana", "Hydra", "Basics"],
      in: development),
    module("Sessions", ["CGnuTLS", "Basics"], in: "Storages"),
    // One browser's session: its state, its turns, and what is stored of it when. No HTTP, no UIKit.
    module(
      "SessionKernel",
      [
        "Sessions", "DefaultDecoding", "JSONEncoding", "AppData", "TempuraMetrics", "Katana", "Hydra", "CLinux",
        "CMalloc", "Basics",
      ]),
    // What sessions and the databases of apps need of SQLite and of libpq.
    module("SQLiteConnections", ["CSQLite", "Basics"], in: "Storages"),
    module("PostgresConnections", ["CPostgres", "Basics"], in: "Storages"),
    module(
      "SQLiteSessions", ["SQLiteConnections", "Sessions", "StateFolder", "CZlib", "TempuraMetrics", "Basics"],
      in: "Storages"),
    module("RedisSessions", ["Sessions", "CHiredis", "CGnuTLS", "Basics"], in: "Storages"),
    module("PostgresSessions", ["PostgresConnections", "Sessions", "Basics"], in: "Storages"),
    // The checks that each storage of sessions passes, also for storages that apps bring.
    module("SessionsTesting", ["Sessions"], in: "Storages"),
    module(
      "TempuraServer",
      [
        "Basics", "Tempura", "TempuraMetrics", "HTTPServer", "JSONEncoding", "DefaultDecoding", "AppData", "Pictures",
        "Sessions",
        "SessionKernel", "CBacktrace", "CLinux", "HTML", "TextLayout", "TempuraUI", "Katana", "Hydra",
        "Recordings", "DevelopmentPanel",
        .target(name: "SQLiteSessions", condition: .when(traits: ["AllStorages", "SQLite"])),
        .target(name: "RedisSessions", condition: .when(traits: ["AllStorages", "Redis"])),
        .target(name: "PostgresSessions", condition: .when(traits: ["AllStorages", "Postgres"])),
      ],
      without: ["Development/Recordings", "Development/DevelopmentPanel"], plugins: ["BuiltInFilesPlugin"]),
    module("UserNotifications", in: "Frameworks"),
    // The keychain.
    module("Security", ["TempuraUI", "AppData"], in: "Frameworks"),
    module(
      "UIKit", ["CSubmodules", "TempuraServer", "TempuraUI", "Tempura", "UserNotifications", "Security"],
      in: "Frameworks"),
    module("QuartzCore", ["TempuraUI"], in: "Frameworks"),
    module("CoreGraphics", ["TempuraUI"], in: "Frameworks"),
    module("UniformTypeIdentifiers", ["TempuraUI"], in: "Frameworks"),
    // What apps use of other frameworks of a phone: a file each.
    module("SafariServices", ["TempuraUI"], in: "Frameworks"),
    module("MessageUI", ["TempuraUI", "Basics"], in: "Frameworks"),
    module("StoreKit", ["TempuraUI"], in: "Frameworks"),
    module("CoreLocation", in: "Frameworks"),
    module("MapKit", ["CoreLocation", "TempuraUI"], in: "Frameworks"),
    module("CoreImage", ["CSubmodules", "TempuraUI"], in: "Frameworks"),
    module("ImageIO", ["TempuraUI"], in: "Frameworks"),
    module("Photos", ["TempuraUI"], in: "Frameworks"),
    module("PhotosUI", ["Photos", "TempuraUI"], in: "Frameworks"),
    module("AVFoundation", ["TempuraUI"], in: "Frameworks"),
    module("AVKit", ["AVFoundation", "TempuraUI"], in: "Frameworks"),
    // Not part of `frameworks`, because it needs FoundationNetworking, which most apps do not load.
    module("WebKit", ["TempuraUI"], in: "Frameworks"),
    // Not of iOS, but of many of its apps.
    module("Lottie", ["TempuraUI", "Basics"], in: "Frameworks"),
    // What many apps need besides screens. An app that imports none of these loads none of their libraries.
    module("UserFiles", ["Pictures", "TempuraServer", "TempuraUI", "StateFolder"], in: "Services"),
    module("Databases", ["SQLiteConnections", "PostgresConnections", "StateFolder"], in: "Services"),
    module("Accounts", ["Databases", "CCrypt", "TempuraUI"], in: "Services", libraries: ["_FoundationICU"]),
    module("OpenIDConnect", ["CGnuTLS", "CCurl", "Hydra", "Basics"], in: "Services"),
    module("Mails", ["Databases", "CCurl", "Basics"], in: "Services"),
    module("_Testing_UIKit", in: "Frameworks"),
    module("_Testing_CoreGraphics", in: "Frameworks"),
    module("_Testing_CoreImage", in: "Frameworks"),

    module(
      "TempuraTesting",
      [
        "CPNG", "UIKit", "_Testing_UIKit", "TempuraServer", "Basics", "Tempura", "TempuraUI", "Katana", "Hydra",
        "Recordings", "Sessions", "HTTPServer", "HTML",
      ]),

    // Demos and what stands for apps in tests see the public API only, with the settings that an app has by default.
    .target(
      name: "Todo", dependencies: app(uikit), path: "Sources/Demos/Todo",
      resources: [.copy("Public"), .process("Resources")], packageAccess: false),
    .executableTarget(
      name: "TodoServer", dependencies: app(uikit, "Todo"), path: "Sources/Demos/TodoServer",
      resources: [.process("Resources")], packageAccess: false),
    // Not called `Counter`, which an app is likely to be: names of targets are shared with the packages that use this one.
    .target(
      name: "CounterDemo", dependencies: app(uikit), path: "Sources/Demos/Counter",
      resources: [.copy("Public")], packageAccess: false),
    .executableTarget(
      name: "CounterServer", dependencies: app(uikit, "CounterDemo"),
      path: "Sources/Demos/CounterServer", packageAccess: false),
    .target(
      name: "RewardsDemo", dependencies: app(uikit), path: "Sources/Demos/Rewards",
      resources: [.copy("Public"), .process("Resources")], packageAccess: false),
    .executableTarget(
      name: "RewardsServer", dependencies: app(uikit, "RewardsDemo"),
      path: "Sources/Demos/RewardsServer", resources: [.process("Resources")], packageAccess: false),
    .target(
      name: "WeatherDemo", dependencies: app(uikit, "CCurl"),
      path: "Sources/Demos/Weather",
      resources: [.copy("Public"), .copy("Fixtures"), .process("Resources")], packageAccess: false),
    .executableTarget(
      name: "WeatherServer", dependencies: app(uikit, "WeatherDemo"),
      path: "Sources/Demos/WeatherServer", resources: [.process("Resources")], packageAccess: false),
    .target(
      name: "ChatDemo", dependencies: app(uikit), path: "Sources/Demos/Chat",
      resources: [.copy("Public")], packageAccess: false),
    .executableTarget(
      name: "ChatServer", dependencies: app(uikit, "ChatDemo"),
      path: "Sources/Demos/ChatServer", packageAccess: false),

    // Tools that the test suites share.
    .target(
      name: "TestSupport", dependencies: ["CZlib", "Hydra", "Basics"], path: "Tests/Support", swiftSettings: strict),
    tests("BasicsTests", ["Basics"]),
    tests("PicturesTests", ["Pictures", "Basics", "TestSupport"], resources: [.copy("Photos")]),
    tests("TempuraMetricsTests", ["TempuraMetrics", "TestSupport"]),
    tests("HydraTests", ["Hydra", "Basics", "TestSupport"]),
    tests("KatanaTests", ["Katana", "Hydra", "Basics", "TestSupport"]),
    tests("HTMLTests", ["HTML", "TempuraTesting", "TestSupport"]),
    tests("CassowaryTests", ["Cassowary"]),
    // Solves systems of constraints for Tests/Cassowary/check.
    .executableTarget(
      name: "CassowaryOracle", dependencies: ["Cassowary"], path: "Tests/Cassowary", exclude: ["check"],
      swiftSettings: strict),
    tests("TextLayoutTests", ["TextLayout", "Basics", "TestSupport"]),
    // Measures texts for Tests/Browser/text-check.
    .executableTarget(
      name: "TextMeasuring", dependencies: ["TextLayout"], path: "Tests/TextMeasuring", swiftSettings: strict),
    tests(
      "TempuraUITests",
      [
        "AppData", "TempuraUI", "TempuraGraphics", "TempuraLocalization", "HTML", "Hydra", "Basics", "_Testing_UIKit",
        "TestSupport", "TempuraTesting", "CoreLocation", "MapKit",
        "AVFoundation", "AVKit", "WebKit", "Lottie",
      ],
      // Beside the texts, which SwiftPM finds itself.
      resources: [.copy("Assets/Own.xcassets"), .copy("Fonts/OwnBlocks.ttf")]),
    tests("TempuraTests", ["Tempura", "TempuraUI", "Katana", "Hydra", "TestSupport"]),
    tests("HTTPServerTests", ["HTTPServer", "Basics", "TestSupport"]),
    tests("JSONEncodingTests", ["JSONEncoding", "TestSupport"]),
    tests(
      "SessionsTests",
      [
        "Sessions", "SQLiteConnections", "SQLiteSessions", "RedisSessions", "PostgresConnections", "PostgresSessions",
        "TempuraServer", "SessionsTesting", "StateFolder", "Basics", "TestSupport",
      ]),
    tests(
      "TempuraServerTests",
      [
        "TempuraServer", "Basics", "Tempura", "TempuraUI", "TempuraLocalization", "TempuraMetrics", "Katana", "Hydra",
        "AppData", "JSONEncoding", "DefaultDecoding", "Sessions", "SessionKernel", "SQLiteSessions",
        "SQLiteConnections", "HTTPServer", "HTML", "Recordings", "DevelopmentPanel", "TestSupport", "Wire",
      ]),
    // Histories of several servers, browsers and a storage in virtual time, from seeds.
    .executableTarget(
      name: "Simulate",
      dependencies: [
        "TempuraServer", "SessionKernel", "Basics", "Tempura", "TempuraUI", "Katana", "Hydra", "Sessions",
        "SessionsTesting",
      ],
      path: "Tests/Simulation", exclude: ["defects", "histories"], swiftSettings: strict),
    tests("TodoTests", app(testing, "Todo")),
    .testTarget(
      name: "FrameTodoTests", dependencies: app(testing, "FrameTodo", "Todo"), packageAccess: false),
    tests("CounterTests", app(uikit, "CounterDemo")),
    tests("ChatTests", app(testing, "ChatDemo")),
    .testTarget(
      name: "RewardsTests", dependencies: app(testing, "RewardsDemo"),
      exclude: ["Pictures"], packageAccess: false),
    .testTarget(
      name: "WeatherTests", dependencies: app(testing, "WeatherDemo"),
      resources: [.process("Resources")], packageAccess: false),
    tests(
      "TempuraTestingTests",
      app(testing, "Todo", "CounterDemo", "Gallery", "TestSupport"), resources: [.process("Resources")]),
    // The apps of docs/how-to, and their tests.
    .testTarget(
      name: "HowToTests", dependencies: app(testing, "UniformTypeIdentifiers", "UserFiles"), path: "Tests/HowTo",
      resources: [.copy("Public"), .process("Languages/Resources")], packageAccess: false),
    tests("RecordingsTests", ["Recordings", "TestSupport"]),
    tests(
      "DevelopmentPanelTests",
      [
        "DevelopmentPanel", "Recordings", "TempuraTesting", "TempuraServer", "Tempura", "TempuraUI", "Katana", "Basics",
        "TestSupport",
      ]),
    tests("UserFilesTests", ["UserFiles", "TempuraServer", "TempuraUI", "TestSupport"]),
    // The app of docs/data.md, which has tables of its own, and its tests, which are also those of the modules that it uses.
    .executableTarget(
      name: "OrdersServer", dependencies: app(uikit, "Databases", "Accounts", "OpenIDConnect", "Mails"),
      path: "Tests/Data/Orders", packageAccess: false),
    tests(
      "DataTests",
      app(testing, "OrdersServer", "Databases", "Accounts", "OpenIDConnect", "Mails", "TestSupport"),
      path: "Tests/Data/Tests"),
    // Pictures of every screen of the demos, compared with those in its folder `Pictures`.
    .testTarget(
      name: "ScreenTests",
      dependencies: app(testing, "Todo", "FrameTodo", "Gallery", "CounterDemo", "RewardsDemo", "WeatherDemo"),
      exclude: ["Pictures"], packageAccess: false),
    // Draws screens of which there are pictures by iPhones, for Tests/IOSPictures/check.
    .executableTarget(
      name: "IOSPictures", dependencies: app(testing), path: "Tests/IOSPictures", exclude: ["check"]),
    .testTarget(
      name: "SampleTests",
      dependencies: app(testing, "UniformTypeIdentifiers"),
      packageAccess: false),
    // The public API once over as an app calls it. Tests/Swift5/check compiles this and the samples in that language mode, too.
    .testTarget(
      name: "APITests", dependencies: app(uikit, "WebKit"), packageAccess: false),
    // What an app's XCTest cases do, internals of the libraries included: `swift test --disable-swift-testing`.
    .testTarget(
      name: "AppXCTests", dependencies: app(uikit), packageAccess: false),
    // An app with all controls and their states, for the tests and for people.
    .target(
      name: "Gallery", dependencies: app(uikit, "UniformTypeIdentifiers"),
      path: "Tests/Fixtures/Gallery", resources: [.copy("Public")], packageAccess: false),
    .executableTarget(
      name: "GalleryServer", dependencies: app(uikit, "Gallery"),
      path: "Tests/Fixtures/GalleryServer", packageAccess: false),
    // The todo demo with screens that are laid out by frames.
    .target(
      name: "FrameTodo", dependencies: app(uikit, "Todo"), path: "Tests/Fixtures/FrameTodo", packageAccess: false),
    .executableTarget(
      name: "FrameTodoServer", dependencies: app(uikit, "FrameTodo"), path: "Tests/Fixtures/FrameTodoServer",
      packageAccess: false),
    // Apps with the idioms of iOS: one laid out by constraints, one by frames.
    .executableTarget(
      name: "ShopServer", dependencies: app(uikit), path: "Tests/Fixtures/Shop", resources: [.process("Resources")],
      packageAccess: false),
    .executableTarget(
      name: "MessengerServer", dependencies: app(uikit, "UniformTypeIdentifiers"), path: "Tests/Fixtures/Messenger",
      resources: [.process("Resources")], packageAccess: false),
    // An app with forms, a picker instead of the keyboard, and views of its own over a navigation controller.
    .executableTarget(
      name: "WizardServer", dependencies: app(uikit), path: "Tests/Fixtures/Wizard", packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // An app with a network, timers and threads, as apps of phones have them: in the language mode of apps that `tempura` makes.
    .target(
      name: "Wire", dependencies: app(uikit), path: "Tests/Fixtures/Wire", packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "WireServer", dependencies: app(uikit, "Wire"), path: "Tests/Fixtures/WireServer", packageAccess: false),
    // An app with constraints in its cells, for Tests/Bench/instructions.
    .executableTarget(
      name: "CellsServer", dependencies: app(uikit), path: "Tests/Fixtures/Cells", packageAccess: false),
    // An app whose lists have thousands of rows, for Tests/Browser/lists-check.
    .executableTarget(
      name: "LongListsServer", dependencies: app(uikit), path: "Tests/Fixtures/LongLists", packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // An app with pictures of the user, for Tests/Browser/live_media.py.
    .executableTarget(
      name: "MediaServer", dependencies: app(uikit, "UniformTypeIdentifiers"), path: "Tests/Fixtures/Media",
      packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),
    // Films and sounds, as in a project of iOS, for Tests/Browser/live-check.
    .executableTarget(
      name: "FilmsServer", dependencies: app(uikit), path: "Tests/Fixtures/Films",
      exclude: ["Public"], packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),
    // Photos as apps have them, for Tests/Browser/live-check.
    .target(name: "Album", dependencies: app(uikit), path: "Tests/Fixtures/Album", packageAccess: false),
    .executableTarget(
      name: "AlbumServer", dependencies: app(uikit, "Album"), path: "Tests/Fixtures/AlbumServer", packageAccess: false),
    // An app with a map and pages of other servers, for Tests/Browser/live_media.py.
    .executableTarget(
      name: "PlacesServer", dependencies: app(uikit, "WebKit"), path: "Tests/Fixtures/Places",
      packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),
    // Small screens of moves and fingers, as in a project of iOS, for Tests/Browser/finger-check.
    .target(
      name: "MotionScreens", dependencies: app(uikit), path: "Tests/Fixtures/MotionScreens", packageAccess: false,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "MotionScreensServer", dependencies: app(uikit, "MotionScreens"),
      path: "Tests/Fixtures/MotionScreensServer", packageAccess: false),
    // An app that contains the weather twice, for docs/features.md, and its tests.
    .executableTarget(
      name: "JourneyServer", dependencies: app(uikit, "WeatherDemo"), path: "Tests/Fixtures/Journey",
      packageAccess: false),
    .testTarget(
      name: "JourneyTests", dependencies: app(testing, "JourneyServer", "WeatherDemo"), packageAccess: false),
    // An app whose code traps, for the tests of workers.
    .executableTarget(name: "TrapServer", dependencies: app(uikit), path: "Tests/TrapServer", packageAccess: false),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "TodoServer", "GalleryServer", "OrdersServer", "JourneyServer", "TrapServer", "WireServer", "TempuraTesting",
        "TestSupport",
      ],
      path: "Tests/Integration",
      exclude: ["html-check", "html-check-cases"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
