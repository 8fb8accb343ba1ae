public class Basket {
    init(title: String) {}

    func register(_ name: String) {
        shout(name.shouted())
    }

    func settle() {}
}

protocol Priced: AnyObject {
    associatedtype Amount
    var count: Int { get }
    init?(json: Data)
    func total() -> Price
}

protocol Describing {
    func describe() -> String
}

extension Describing {
    func describe() -> String { "?" }
}

protocol Thing {}

protocol Watcher: AnyObject {
    func changed(_ basket: Basket)
}

final class Ledger {
    func record(_ line: String) { lines.append(line) }

    func settle() { record("settled") }

    private lazy var lines: [String] = []
}

@propertyWrapper
struct Audited {
    var wrappedValue: Int
}
