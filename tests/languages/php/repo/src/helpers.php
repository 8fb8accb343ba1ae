<?php

namespace Acme\Shop;

define('SHOP_LOADED', true);
const PRECISION = 2;

if (! function_exists('Acme\Shop\rounded')) {
    /**
     * Rounds.
     */
    function rounded(float $value): int
    {
        return (int) round($value, PRECISION);
    }
}
