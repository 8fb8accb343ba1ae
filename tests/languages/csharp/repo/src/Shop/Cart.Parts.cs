using System.Threading.Tasks;

namespace Shop;

public partial class Cart
{
    #region Saving

#if NET6_0_OR_GREATER
    /// Saves it.
    public async Task SaveAsync()
    {
        var ledger = await OpenAsync().ConfigureAwait(false);
        ledger.Write("saved");
        Register("saved");
    }
#else
    public void Save() => Total();
#endif

    #endregion

    private Task<Ledger> OpenAsync() => Task.FromResult(new Ledger());
}
