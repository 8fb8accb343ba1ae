extension [String] {
    func joinedByComma() -> String { "" }
}

struct Query {
    static func limited(to count: Int) -> Query { Query() }

    static func run(_ query: Query) -> String {
        run(.limited(to: 1))
        return ["a"].joinedByComma()
    }
}

struct Shelf {
    func sorted() {}
}

protocol Shelved {}

extension Shelved {
    var shelf: Shelf { Shelf() }
}

extension Bundle: Shelved {}

enum Failure: Error {
    enum Error {}

    func shown(_ bundle: Bundle, by keeper: (any Describing)?) {
        bundle.shelf.sorted()
        keeper?.describe()
    }
}

enum Refused: Error {}
