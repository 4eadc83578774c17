<?php
declare(strict_types=1);
namespace Cachemark;

// Calls as one function, which is generated: the expressions of an adapter in a loop, with nothing around them.
final class Plan {
    private const NAMES = ["key", "keys", "value", "values", "ttl", "raw", "by", "initial", "pairs"];
    private const BATCHES = <<<'CODE'
        return static function (int $iterations, int $batch, array &$replies, array &$stamps, array &$spans)
                use ($client, $arguments): void {
            \extract($arguments);
            $stamps[] = $end = \hrtime(true);
            for ($iteration = 0; $iteration < $iterations;) {
                for ($stop = \min($iteration + $batch, $iterations); $iteration < $stop; $iteration++) {
                    CALLS
                }
                $stamps[] = STAMP;
            }
            if (!$iterations) $stamps[] = STAMP;
        };
        CODE;
    // The end of a call is the start of the next.
    private const CLOCK = ' $was = $end; $end = \hrtime(true); $spans[] = $end - $was;';

    // The call that each reply is to: one with each key has several.
    public readonly array $singles;
    private array $codes;
    private array $loops = [];
    private ?array $makes = null;

    public function __construct(private object $adapter, private mixed $client, private array $calls) {
        $this->codes = array_map($this->code(...), $calls);
        $this->singles = array_merge(...array_map(fn($call) => array_fill(0, self::size($call), $call), $calls));
    }

    // A function that makes the calls, and notes the time after each batch, or after each call as well.
    public function loop(bool $each): \Closure {
        return $this->loops[(int) $each] ??= $this->compiled($each ? self::CLOCK : "", $each ? '$end' : '\hrtime(true)');
    }

    // The function of each single call.
    public function makes(): array { return $this->makes ??= $this->separate(); }

    private function separate(): array {
        [$makes, $singles] = [[], []];
        foreach ($this->calls as $at => $call) {
            $make = $singles[$this->codes[$at]] ??= $this->single($this->codes[$at]);
            foreach (self::each($call) ? $call["keys"] : [null] as $number => $key) {
                $own = $key === null ? $call : ["key" => $key, "value" => $call["values"][$number] ?? null, "keys" => null, "values" => null] + $call;
                $arguments = array_values(self::arguments($own));
                $makes[] = fn() => $make($this->client, ...$arguments);
            }
        }
        return $makes;
    }

    // The reports of the first replies. The adapter may have seen them before.
    public function reports(array $replies, bool $neutral = false): array {
        return array_map(function (mixed $reply, array $call) use ($neutral) {
            return reported($neutral ? $reply : $this->adapter->reply($call, $reply), $call["raw"] ?? false);
        }, $replies, array_slice($this->singles, 0, count($replies)));
    }

    private static function each(array $call): bool { return $call["each"] ?? false; }
    private static function size(array $call): int { return self::each($call) ? count($call["keys"]) : 1; }

    // The expression of a call.
    private function code(array $call): string {
        $alike = self::each($call) ? ["key" => "", "value" => $call["values"][0] ?? null] + $call : $call;
        if (($call["interrupt"]["by"] ?? null) === "callback") $alike["op"] .= "_raising";
        return $this->adapter->code($alike, $this->client)
            ?? throw new NotOffered("not offered by this client: {$alike["op"]}");
    }

    private static function arguments(array $call): array {
        $pairs = isset($call["values"]) ? array_combine($call["keys"], $call["values"]) : null;
        return array_merge(array_fill_keys(self::NAMES, null), ["ttl" => 0, "by" => 1, "pairs" => $pairs],
                           array_intersect_key($call, array_flip(self::NAMES)));
    }

    private function single(string $code): \Closure {
        $names = implode(", ", array_map(static fn(string $name) => "\$$name", self::NAMES));
        return eval("namespace Cachemark; return static fn(\$client, $names) => $code;");
    }

    private function compiled(string $clock, string $stamp): \Closure {
        [$client, $arguments, $lines, $first] = [$this->client, [], "", 0];
        foreach ($this->calls as $at => $call) {
            foreach (self::arguments($call) as $name => $argument) $arguments["{$name}_$at"] = $argument;
            $code = preg_replace('/\$(' . implode("|", self::NAMES) . ')\b/', '$${1}_' . $at, $this->codes[$at]);
            $value = isset($call["values"]) ? "\$value_$at = \$values_{$at}[\$at]; " : "";
            $lines .= self::each($call)
                ? "foreach (\$keys_$at as \$at => \$key_$at) { $value\$replies[$first + \$at] = $code;$clock }\n"
                : "\$replies[$first] = $code;$clock\n";
            $first += self::size($call);
        }
        return eval("namespace Cachemark;\n" . strtr(self::BATCHES, ["CALLS" => $lines, "STAMP" => $stamp]));
    }
}
