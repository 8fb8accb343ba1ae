defprotocol Shop.Priceable do
  @doc "What it costs."
  @fallback_to_any true
  def price_of(thing)
end

defmodule Shop.Store do
  @callback fetch_item(id :: integer()) :: {:ok, term()}
  @callback drop(id) :: :ok when id: integer()

  defmacro __using__(_options) do
    quote do
      @behaviour Shop.Store
      import Shop.Macros
    end
  end
end
