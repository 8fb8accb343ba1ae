@testable import Shop
import XCTest

final class CartTests: XCTestCase {
    var cart: Cart<Nothing>!

    override func setUp() {
        cart = Cart(owner: "test")
    }

    func testAdds() throws {
        cart.add(.init(name: "a", cents: 1)).settle()
        if let other = makeCart() {
            other.merged(with: cart)
        }
        XCTAssertEqual(cart.total().cents, 1)
    }

    private func makeCart() -> Cart<Nothing>? { Cart(json: Data()) }
}
