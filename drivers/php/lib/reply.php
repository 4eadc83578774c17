<?php
declare(strict_types=1);
namespace Cachemark;

const LONG = 131072;

// Values by keys. An array of PHP turns keys such as "1" into numbers.
final class Pairs {
    public function __construct(public array $found) {}
}

// A reply for which the client asked for the values of these keys.
final class Computed {
    public function __construct(public array $keys, public mixed $reply) {}
}

// A value in the form for reports. PHP has bytes only: a string is reported as a text if it is valid UTF-8, unless its call
// asked for raw bytes. An empty array is a list.
function reported(mixed $value, bool $raw = false): mixed {
    if ($value === null || is_bool($value) || is_int($value) || is_float($value)) return $value;
    if (is_string($value)) return text($value, $raw);
    if ($value instanceof Computed) return ["computed" => $value->keys, "reply" => reported($value->reply, $raw)];
    if ($value instanceof Pairs) return pairs($value->found, $raw);
    if (!is_array($value)) return ["class" => get_debug_type($value), "text" => substr(print_r($value, true), 0, 200)];
    return array_is_list($value) ? ["list" => array_map(fn($one) => reported($one, $raw), $value)] : pairs($value, $raw);
}

function pairs(array $found, bool $raw): array {
    $pair = fn($key, $value) => [text((string) $key, false), reported($value, $raw)];
    return ["pairs" => array_map($pair, array_keys($found), array_values($found))];
}

function text(string $bytes, bool $raw): array {
    $content = strlen($bytes) > LONG ? ["size" => strlen($bytes), "crc32" => crc32($bytes)] : ["bytes" => base64_encode($bytes)];
    return [...$content, "encoding" => !$raw && preg_match("//u", $bytes) ? "UTF-8" : "ASCII-8BIT"];
}
