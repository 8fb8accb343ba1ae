<?php

namespace Acme\Shop;

enum Status: string
{
    case Open = 'open';
    case Closed = 'closed';

    const First = self::Open;

    public function label(): string
    {
        return rounded(1) . \Acme\Shop\Pricing\Price::EUR;
    }
}
