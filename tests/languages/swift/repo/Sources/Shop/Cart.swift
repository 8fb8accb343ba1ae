import Foundation
#if canImport(UIKit)
import UIKit
#endif

/// The most that a cart holds.
public let limit = 100
let größe = "Körbe: func fake() { }"

/// What a customer wants.
///
/// - Note: More.
// Not thread safe.
@available(iOS 13, *)
@MainActor
public final class Cart<T: Thing>: Basket, Priced {
    static let empty = Cart(owner: "nobody")
    private var items: [Item] = []
    private let ledger = Ledger()
    weak var watcher: Watcher?
    @Audited var stock = 1
    var count: Int { items.count }

    var label: String = "" {
        didSet { ledger.record(label) }
    }

    init(owner: String, size: Size = .small) {
        super.init(title: owner)
        register(owner)
    }

    convenience init?(json: Data) {
        self.init(owner: shout("json"))
    }

    deinit {
        ledger.record("gone")
    }

    subscript(index: Int) -> Item {
        find(at: index)
    }

    public func total() -> Price {
        var sum = Price.zero()
        for item in items { sum = sum + item.price() }
        return sum
    }

    @discardableResult
    func add(_ item: Item, times: Int = 1) -> Cart {
        func check(_ one: Item) { _ = one.price() }
        check(item)
        self.register(item.name)
        watcher?.changed(self)
        return self
    }

    func add(_ items: [Item]) {
        items.forEach { add($0) }
    }

    private func find(at index: Int) -> Item { items[index] }

    #if os(macOS)
    func export() async throws -> Price {
        let amount = try await loaded()
        return amount.doubled()
    }
    #endif

    private func loaded() async throws -> Price { total() }

    struct Item: Equatable {
        let name: String
        let cents: Int

        func price() -> Price { Price.of(cents) }
    }

    enum Size: Int, CaseIterable {
        case small, large
        case other(Int)

        var isLarge: Bool { self == .large }

        static func parse(_ text: String) -> Size? { nil }
    }

    typealias Handler = (Cart) -> Void
}

func shout(_ text: String) -> String {
    return text.uppercased()
}
