namespace Shop;

public static class Extensions
{
    public static string Shout(this string text) => text.ToUpperInvariant();

    public static bool IsLarge(this Cart cart)
    {
        return cart.Count > Cart.Limit && cart.Total().Cents > 0;
    }
}
