import struct Foundation.URL
@testable import Shop

let cart = Cart<Nothing>(owner: "me")
cart.add([])
print(cart.total().doubled())

struct Nothing: Thing {
    func run(_ thing: Any) {
        let till = Till()
        let price = Price.of(1)
        Task { await till.take() }
        thing.record("x")
        thing.settle()
        thing.missing()
        #warning("later")
    }
}
