namespace Shop.Pricing
{
    public interface IPriced
    {
        int Count { get; }

        Price Total();

        bool Any() => Count > 0;
    }

    /// <summary>An amount of money.</summary>
    public readonly struct Price
    {
        public Price(int cents) => Cents = cents;

        public int Cents { get; }

        public static Price Zero() => Of(0);

        public static Price Of(int cents) => new(cents);

        public static Price operator +(Price one, Price other) => Of(one.Cents + other.Cents);
    }
}
