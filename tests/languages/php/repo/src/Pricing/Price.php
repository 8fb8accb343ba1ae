<?php

declare(strict_types=1);

namespace Acme\Shop\Pricing;

use Acme\Shop\{Cart, Contracts\Nameable as Named};
use function Acme\Shop\rounded;

/**
 * An amount of money, also in €.
 *
 * @property int $cents
 */
#[\AllowDynamicProperties]
final class Price implements Named
{
    const EUR = 'EUR', USD = 'USD';
    public const string LIMIT = "function nope() {}";

    public function __construct(private int $cents = 0, public readonly ?Cart $cart = null)
    {
    }

    /** No money. */
    #[Pure]
    public static function zero(): static
    {
        return new static(rounded(0.5));
    }

    public string $text {
        get => $this->format(2);
    }

    public function format(int $digits): string
    {
        $this->cart->add($this);
        return number_format($this->cents, $digits);
    }

    public function name(): string
    {
        return 'price';
    }

    public function __toString(): string
    {
        return <<<TEXT
        class Fake { {$this->format(3)}
        TEXT;
    }
}
