using System.Collections.Generic;
using Shop.Pricing;
using Money = Shop.Pricing.Price;

namespace Shop;

public delegate void Changed(Cart cart);

/// <summary>
/// What a customer wants, see <see cref="Item"/>.
/// </summary>
/// <typeparam name="T">nothing</typeparam>
// Not thread safe.
public abstract partial class Cart : Basket, IPriced
{
    public const int Limit = 100, Least = 1;
    private static readonly List<Item> None = new();

    private readonly List<Item> _items = new();
    private Ledger _ledger = new Ledger();

    public event Changed? WhenChanged;

    /// <summary>Creates a cart.</summary>
    protected Cart(string name = "Körbchen") : base(name)
    {
        Register(name);
        _ledger.Write($"class Fake {{ void Method() {{ }} }} {name}");
    }

    public string Owner { get; set; } = "";

    public int Count => _items.Count;

    public Item this[int index]
    {
        get { return Find(index); }
    }

    /// <inheritdoc/>
    [Audited(Reason = "money")]
    public Money Total()
    {
        Money sum = Money.Zero();
        foreach (Item item in _items)
        {
            sum = sum + item.Price();
            if (item.Is(Kind.Gift)) continue;
        }
        return sum;
    }

    public void Add(Item item) => Add(item, 1);

    public void Add(Item item, int times)
    {
        Check(item);
        this.Register(item.Name);

        void Check(Item each)
        {
            if (each is null) throw new System.ArgumentNullException(nameof(each));
        }
    }

    private Item Find(int index)
    {
        var found = _items[index];
        return found ?? Item.Empty();
    }

    public static Cart operator +(Cart left, Item right)
    {
        left.Add(right);
        return left;
    }

    public static implicit operator int(Cart cart) => cart.Count;

    /// <summary>An entry.</summary>
    public record Item(string Name, int Cents)
    {
        public Kind Kind { get; init; }

        public static Item Empty() => new Item("", 0);

        public Price Price() => Pricing.Price.Of(Cents);

        public bool Is(Kind kind) => Kind == kind;
    }

    public enum Kind
    {
        Plain,
        Gift,
    }
}
