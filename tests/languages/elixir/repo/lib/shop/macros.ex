defmodule Shop.Macros do
  @moduledoc false

  defguard is_few(number) when is_integer(number) and number < 3

  # Does it two times.
  defmacro twice(code) do
    quote do
      unquote(code)
      unquote(code)
    end
  end

  defmacro unless_zero(number, do: block) do
    if number == 0, do: nil, else: block
  end

  for name <- [:red, :blue] do
    def unquote(name)(), do: unquote(name)
  end
end
