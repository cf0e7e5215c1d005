// swift-tools-version: 6.2

import PackageDescription

/// Set by `Scripts/test` for the run under ThreadSanitizer; see `Lock`.
let sanitizesThreads = Context.environment["NETWATCH_SANITIZE"] == "thread"

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// For the modules that wrap C.
let unsafeSettings = settings + [.strictMemorySafety()]

let coreSettings =
  settings + (sanitizesThreads ? [.define("NETWATCH_SANITIZE_THREAD")] : [])

let package = Package(
  name: "netwatch",
  products: [
    .library(name: "NetwatchCore", targets: ["NetwatchCore"]),
    .library(name: "NetwatchLinux", targets: ["NetwatchLinux"]),
    .library(name: "NetwatchHTTP", targets: ["NetwatchHTTP"]),
    .library(name: "NetwatchFoundation", targets: ["NetwatchFoundation"]),
    .library(name: "NetwatchJobs", targets: ["NetwatchJobs"]),
    .library(name: "NetwatchDataSources", targets: ["NetwatchDataSources"]),
    .library(name: "NetwatchSQLiteStores", targets: ["NetwatchSQLiteStores"]),
    .library(name: "NetwatchPostgresStores", targets: ["NetwatchPostgresStores"]),
    .library(name: "NetwatchClient", targets: ["NetwatchClient"]),
    .executable(name: "netwatch", targets: ["netwatch"]),
    .executable(name: "netwatch-service", targets: ["netwatch-service"]),
  ],
  targets: [
    .systemLibrary(
      name: "CNetlink",
      pkgConfig: "libnl-3.0",
      providers: [.apt(["libnl-3-dev"])]
    ),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]
    ),
    .systemLibrary(
      name: "CCrypto",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]
    ),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .systemLibrary(
      name: "CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]
    ),
    .systemLibrary(
      name: "CMicroHTTP",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"])]
    ),
    .systemLibrary(
      name: "CJansson",
      pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"])]
    ),
    .systemLibrary(
      name: "CSystemd",
      pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]
    ),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CThreadSanitizer"),

    .target(
      name: "NetwatchCore",
      dependencies: sanitizesThreads ? ["CThreadSanitizer"] : [],
      swiftSettings: coreSettings
    ),
    .target(
      name: "NetwatchSystem",
      dependencies: ["NetwatchCore", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchNetlink",
      dependencies: ["NetwatchCore", "NetwatchSystem", "CNetlink", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchCurl",
      dependencies: ["NetwatchCore", "NetwatchSystem", "CCurl", "CCrypto", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchLinux",
      dependencies: [
        "NetwatchCore", "NetwatchSystem", "NetwatchNetlink", "NetwatchCurl", "CLinux",
      ],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchHTTP",
      dependencies: ["NetwatchCore", "NetwatchSystem", "NetwatchCurl", "CCrypto", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchFoundation",
      dependencies: ["NetwatchHTTP", "NetwatchCore"],
      swiftSettings: settings
    ),
    .target(
      name: "NetwatchJobs",
      dependencies: ["NetwatchCore", "NetwatchSystem"],
      swiftSettings: settings
    ),
    .target(
      name: "NetwatchDataSources",
      dependencies: ["NetwatchCore", "NetwatchSystem"],
      swiftSettings: settings
    ),
    .target(
      name: "NetwatchSQLite",
      dependencies: ["CSQLite"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchSQLiteStores",
      dependencies: [
        "NetwatchJobs", "NetwatchDataSources", "NetwatchSQLite", "NetwatchCore", "NetwatchSystem",
        "CLinux",
      ],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchPostgresStores",
      dependencies: ["NetwatchJobs", "NetwatchCore", "NetwatchSystem", "CPostgres", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchJSON",
      dependencies: ["CJansson"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchHTTPServer",
      dependencies: ["NetwatchCore", "NetwatchSystem", "CMicroHTTP", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchSystemd",
      dependencies: ["NetwatchCore", "NetwatchSystem", "CSystemd"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchClient",
      dependencies: ["NetwatchHTTP", "NetwatchCore", "NetwatchCurl"],
      swiftSettings: settings
    ),
    .target(
      name: "NetwatchService",
      dependencies: [
        "NetwatchHTTPServer", "NetwatchSystemd", "NetwatchSQLiteStores", "NetwatchPostgresStores",
        "NetwatchJobs", "NetwatchLinux", "NetwatchHTTP", "NetwatchCurl", "NetwatchJSON",
        "NetwatchText", "NetwatchCore", "NetwatchSystem", "CLinux", "CCrypto",
      ],
      resources: [.embedInCode("Page/Web")],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchServiceCommand",
      dependencies: [
        "NetwatchService", "NetwatchClient", "NetwatchCommand", "NetwatchHTTP", "NetwatchSystemd",
        "NetwatchText", "NetwatchCore", "NetwatchSystem", "CLinux",
      ],
      swiftSettings: unsafeSettings
    ),
    .executableTarget(
      name: "netwatch-service",
      dependencies: ["NetwatchServiceCommand"],
      swiftSettings: settings
    ),
    .target(
      name: "NetwatchText",
      dependencies: ["NetwatchLinux", "NetwatchCore", "CLinux"],
      swiftSettings: unsafeSettings
    ),
    .target(
      name: "NetwatchCommand",
      dependencies: [
        "NetwatchLinux", "NetwatchHTTP", "NetwatchText", "NetwatchCore", "NetwatchSystem", "CLinux",
      ],
      // What Scripts/install puts into the system.
      exclude: ["Resources"],
      swiftSettings: unsafeSettings
    ),
    .executableTarget(
      name: "netwatch",
      dependencies: ["NetwatchCommand"],
      swiftSettings: settings
    ),

    .target(
      name: "NetwatchTestSupport",
      dependencies: ["NetwatchJobs", "NetwatchCore", "NetwatchSystem", "CLinux"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "NetwatchBenchmarks",
      dependencies: [
        "NetwatchHTTP", "NetwatchSQLiteStores", "NetwatchPostgresStores", "NetwatchJobs",
        "NetwatchDataSources", "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport", "CLinux",
      ],
      exclude: ["Peers"],
      swiftSettings: settings
    ),

    .executableTarget(
      name: "NetwatchTestWorker",
      dependencies: [
        "NetwatchSQLiteStores", "NetwatchPostgresStores", "NetwatchJobs", "NetwatchDataSources",
        "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport", "CLinux",
      ],
      swiftSettings: settings
    ),

    .executableTarget(
      name: "NetwatchSystemdTestWorker",
      dependencies: ["NetwatchSystemd", "NetwatchCore", "CLinux"],
      swiftSettings: settings
    ),

    .testTarget(
      name: "NetwatchCoreTests",
      dependencies: ["NetwatchCore", "NetwatchTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchTestSupportTests",
      dependencies: ["NetwatchTestSupport", "NetwatchCore", "CLinux"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchSystemTests",
      dependencies: ["NetwatchSystem", "NetwatchCore", "NetwatchTestSupport", "CLinux"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchNetlinkTests",
      dependencies: ["NetwatchNetlink", "NetwatchCore", "NetwatchTestSupport", "CLinux"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchCurlTests",
      dependencies: ["NetwatchCurl", "NetwatchCore", "NetwatchTestSupport", "CCurl", "CLinux"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchJSONTests",
      dependencies: ["NetwatchJSON"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchHTTPServerTests",
      dependencies: ["NetwatchHTTPServer", "NetwatchCore", "NetwatchTestSupport", "CLinux"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchLinuxTests",
      dependencies: [
        "NetwatchLinux", "NetwatchNetlink", "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport",
        "CLinux",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchHTTPTests",
      dependencies: [
        "NetwatchHTTP", "NetwatchDataSources", "NetwatchSQLiteStores", "NetwatchJobs",
        "NetwatchLinux", "NetwatchCurl", "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport",
        "CLinux",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchFoundationTests",
      dependencies: ["NetwatchFoundation", "NetwatchHTTP", "NetwatchCore", "NetwatchTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchJobsTests",
      dependencies: ["NetwatchJobs", "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchDataSourcesTests",
      dependencies: ["NetwatchDataSources", "NetwatchCore", "NetwatchTestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchPostgresStoresTests",
      // The worker too: the tests run it.
      dependencies: [
        "NetwatchPostgresStores", "NetwatchSQLiteStores", "NetwatchTestWorker", "NetwatchJobs",
        "NetwatchCore", "NetwatchTestSupport", "CLinux",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchSQLiteStoresTests",
      dependencies: [
        "NetwatchTestWorker", "NetwatchSQLiteStores", "NetwatchJobs", "NetwatchDataSources",
        "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchSystemdTests",
      // The worker too: the tests run it.
      dependencies: [
        "NetwatchSystemdTestWorker", "NetwatchSystemd", "NetwatchCore", "NetwatchSystem",
        "NetwatchTestSupport", "CLinux",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchServiceTests",
      dependencies: [
        "NetwatchService", "NetwatchHTTPServer", "NetwatchSystemd", "NetwatchSQLiteStores",
        "NetwatchJobs", "NetwatchLinux", "NetwatchHTTP", "NetwatchText", "NetwatchCore",
        "NetwatchSystem", "NetwatchTestSupport", "CLinux",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchClientTests",
      dependencies: [
        "NetwatchClient", "NetwatchHTTPServer", "NetwatchHTTP", "NetwatchCurl", "NetwatchCore",
        "NetwatchTestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchServiceCommandTests",
      // The executables too: the tests run them.
      dependencies: [
        "netwatch", "netwatch-service", "NetwatchServiceCommand", "NetwatchService",
        "NetwatchClient", "NetwatchCommand", "NetwatchCore", "NetwatchSystem",
        "NetwatchTestSupport", "CLinux",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NetwatchCommandTests",
      // The executable too: the tests run it.
      dependencies: [
        "netwatch", "NetwatchCommand", "NetwatchLinux", "NetwatchHTTP", "NetwatchText",
        "NetwatchCore", "NetwatchSystem", "NetwatchTestSupport", "CLinux",
      ],
      swiftSettings: settings
    ),
  ]
)
