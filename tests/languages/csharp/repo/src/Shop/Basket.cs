namespace Shop
{
    /// <summary>What holds things.</summary>
    public class Basket
    {
        public Basket(string name) { }

        ~Basket() { }

        protected void Register(string name) => Extensions.Shout(name);

        public virtual void Settle()
        {
        }
    }

    internal struct Ledger
    {
        public void Write(string line) { }

        public void Settle() => Write("settled");
    }
}
