using Shop;
using Xunit;
using static Shop.Extensions;

namespace Shop.Tests;

public class CartTests
{
    private sealed class TestCart : Cart
    {
        public override void Settle() => base.Settle();
    }

    [Fact]
    public void AddsItems()
    {
        var cart = new TestCart();
        cart.Add(new Cart.Item("a", 1));
        cart.Settle();
        Assert.True(IsLarge(cart));
        Assert.True(cart.IsLarge());
    }

    [Theory, InlineData(1)]
    public void Guesses(int times)
    {
        dynamic thing = Make();
        thing.SaveAsync();
        thing.Settle();
        thing?.Missing();
    }

    private static object Make()
    {
        TestCart cart = new();
        return cart;
    }
}
