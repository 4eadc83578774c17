<?php
// Takes a lock while a callback computes an absent value, and releases it when that has succeeded: each later call fails.
return [
    'private array $lines;' => 'private array $lines; private bool $locked = false;',
    'return $this->get($key) ?? $compute();' => '$found = $this->get($key);
        if ($found !== null) return $found;
        $this->locked = true;
        $computed = $compute();
        $this->locked = false;
        return $computed;',
    'public function get(string $key): mixed {' => 'public function get(string $key): mixed {
        if ($this->locked) throw new Failure("the client is locked");',
];
