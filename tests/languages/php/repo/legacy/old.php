<?php
namespace Legacy\Code {
    require_once __DIR__ . '/../src/helpers.php';

    # Very old.
    function old_total(array $items) {
        return array_sum($items);
    }

    class Old {
        var $name;
        function run() { return old_total([1]); }
    }
}
