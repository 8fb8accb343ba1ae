extension Cart: CustomStringConvertible, Describing where T: Thing {
    public var description: String { describe() }

    func merged(with other: Cart) -> Cart {
        let copy = Cart(owner: shout("copy"))
        copy.add(Item(name: "a", cents: 1))
        return other.merged(with: self)
    }

    enum Mode {
        case fast

        func run() {}
    }
}

extension String {
    func shouted() -> String { uppercased() }
}
