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
    private const CLOCK = ' $was = $end; $end = \hrtime(true); $spans[] = \min($end - $was, 4294967295);';

    private array $codes;
    private array $loops = [];
    private ?array $makes = null;

    public function __construct(private object $adapter, private mixed $client, private array $calls) {
        $this->codes = array_map($this->code(...), $calls);
    }

    // A function that makes the calls, and notes the time after each batch, or after each call as well.
    public function loop(bool $each): \Closure {
        return $this->loops[(int) $each] ??= $this->compiled($each ? self::CLOCK : "", $each ? '$end' : '\hrtime(true)');
    }

    // Each call, and its function.
    public function makes(): array { return $this->makes ??= $this->separate(); }

    private function separate(): array {
        [$makes, $singles] = [[], []];
        foreach ($this->calls as $at => $call) {
            $make = $singles[$this->codes[$at]] ??= $this->single($this->codes[$at]);
            foreach (self::each($call) ? $call["keys"] : [null] as $number => $key) {
                $own = $key === null ? $call : ["key" => $key, "value" => $call["values"][$number] ?? null, "keys" => null, "values" => null] + $call;
                $arguments = array_values(self::arguments($own));
                $makes[] = [$call, fn() => $make($this->client, ...$arguments)];
            }
        }
        return $makes;
    }

    // A reply for each call of the plan; of a call with each pair, their list. The adapter may have seen the replies before.
    public function sorted(array $replies, bool $neutral = false): array {
        [$sorted, $first] = [[], 0];
        foreach ($this->calls as $call) {
            $own = array_slice($replies, $first, $size = self::each($call) ? count($call["keys"]) : 1);
            if (count($own) < $size) break; // it raised
            $first += $size;
            if (!$neutral) $own = array_map(fn($reply) => $this->adapter->reply($call, $reply), $own);
            $own = array_map(fn($reply) => $reply instanceof Unmade ? null : reported($reply, $call["raw"] ?? false), $own);
            $sorted[] = self::each($call) ? ["each" => $own] : $own[0];
        }
        return $sorted;
    }

    private static function each(array $call): bool { return $call["each"] ?? false; }

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
            $first += self::each($call) ? count($call["keys"]) : 1;
        }
        return eval("namespace Cachemark;\n" . strtr(self::BATCHES, ["CALLS" => $lines, "STAMP" => $stamp]));
    }
}
