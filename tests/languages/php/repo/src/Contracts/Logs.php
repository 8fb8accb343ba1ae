<?php

namespace Acme\Shop\Contracts;

trait Logs
{
    private array $lines = [];

    protected function log(string $line): void
    {
        $this->lines[] = $line;
        static::flush();
    }

    abstract public static function flush(): void;
}
