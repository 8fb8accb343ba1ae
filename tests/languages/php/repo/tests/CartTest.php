<?php

namespace Acme\Shop\Tests;

use Acme\Shop\Cart as Basket;
use PHPUnit\Framework\TestCase;

class CartTest extends TestCase
{
    private Basket $cart;

    protected function setUp(): void
    {
        $this->cart = new Basket();
    }

    public function testAdd(): void
    {
        $this->assertNotNull($this->cart->add(1)->clear());
    }
}

it('is empty', function () {
    expect((new Basket())->name())->toBe('nobody');
});
