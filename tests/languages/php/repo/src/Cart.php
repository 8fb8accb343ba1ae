<?php

namespace Acme\Shop;

use Acme\Shop\Contracts\Logs;
use Acme\Shop\Pricing as Money;

abstract class Base
{
    public function clear(): void
    {
    }

    public function größe(): int
    {
        return 0;
    }
}

class Cart extends Base implements Contracts\Nameable
{
    use Logs {
        log as protected write;
    }

    private Money\Price $total;
    private $owner;

    public function __construct()
    {
        $this->owner = new Owner();
        $this->total = Money\Price::zero();
    }

    // Puts something in.
    public function add(mixed $item, int ...$counts): self
    {
        $this->log('add');
        $this->total->format(2);
        $this->owner->greet();
        $item->weigh();
        $item?->größe();
        $price = new Money\Price(3);
        $price->format(rounded(1.5));
        $make = fn (Owner $other): Owner => $other->greet();
        return $this;
    }

    public function clear(): void
    {
        parent::clear();
        self::flush();
        $this->größe();
        array_map(strlen(...), []);
    }

    public static function flush(): void
    {
    }

    public function name(): string
    {
        return self::DEFAULT;
    }

    public function __toString(): string
    {
        return $this->owner()->greet();
    }

    private function owner(): ?Owner
    {
        return $this->owner;
    }
}

final class Owner
{
    public function greet(): string
    {
        $visitor = new class extends Base {
            public function größe(): int
            {
                return 1;
            }
        };
        return Status::from('open')->label();
    }

    public function weigh(): int
    {
        return 1;
    }
}
