<?php

namespace Acme\Shop\Contracts;

interface Nameable extends \Stringable
{
    const DEFAULT = 'nobody';

    public function name(): string;
}
