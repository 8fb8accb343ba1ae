using System.Data;

namespace Shop;

public static partial class Mapper
{
    public static int Fetch(this IDbConnection connection, string text) => text.Length;

    private static int Hashed(int value) => value;
}
