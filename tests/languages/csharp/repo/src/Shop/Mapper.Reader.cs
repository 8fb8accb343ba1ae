using System.Data;

namespace Shop;

public static partial class Mapper
{
    public class Reader
    {
        public int Next(IDbConnection connection)
        {
            return Hashed(connection.Fetch("next"));
        }
    }
}

public abstract class Held<TOwner>
{
    protected TOwner Owner { get; }
}

public class HeldCart : Held<Cart>
{
    public void Store()
    {
        Owner.SaveAsync();
    }
}
