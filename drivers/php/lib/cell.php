<?php
declare(strict_types=1);
namespace Cachemark;

require_once __DIR__ . "/interrupt.php";
require_once __DIR__ . "/plan.php";
require_once __DIR__ . "/reply.php";

final class NotOffered extends \Exception {}

// A client in one scenario.
final class Cell {
    // The system wakes a sleeper late, by less than this; the rest is waited for awake.
    private const AWAKE_NS = 200000;

    private mixed $client = null;
    private array $values;
    private array $plans = [];

    public function __construct(private object $adapter, private array $message) {
        $this->read($message["values"]);
    }

    public function connect(): void {
        $this->client = $this->adapter->connect($this->message["servers"], $this->message["options"] ?? [],
                                                $this->message["access"] ?? []);
    }

    public function close(): void {
        $this->adapter->disconnect($this->client);
        $this->client = null;
    }

    public function plan(string $name, array $calls): void {
        $this->plans[$name] = new Plan($this->adapter, $this->client, array_map($this->filled(...), $calls));
    }

    public function run(array $message): array {
        ["plan" => $name, "iterations" => [$iterations], "batch" => $batch, "keep" => $keep] = $message;
        $plan = $this->plans[$name];
        if ($keep === "all") return ["replies" => [$this->kept($plan, $iterations)]];
        $loop = isset($message["dues"]) ? null : $plan->loop($message["clock"] === "call");
        [$replies, $stamps, $spans, $found] = [[], [], [], []];
        $start = empty($message["dues"]) ? $message["start_ns"] ?? null : null;
        if ($start) self::reached($start);
        [$before, $collected] = [getrusage(), gc_status()];
        if ($loop) $loop($iterations, $batch, $replies, $stamps, $spans);
        else $found = $this->due($plan, $message, $replies, $stamps);
        [$after, $status] = [getrusage(), gc_status()];
        if ($start) $stamps[0] = $start;
        $last = $stamps[count($stamps) - 1];
        $batches = [];
        for ($at = 1; $at < count($stamps); $at++) $batches[] = $stamps[$at] - $stamps[$at - 1];
        return ["wall_ns" => $last - $stamps[0], "batches" => $batches,
                "user_ns" => self::used($after, "u") - self::used($before, "u"),
                "system_ns" => self::used($after, "s") - self::used($before, "s"), "allocations" => null,
                "gc_ns" => isset($status["collector_time"]) ?
                    (int) round(($status["collector_time"] - $collected["collector_time"]) * 1e9) : null,
                "gc_count" => $status["runs"] - $collected["runs"]]
            + $found
            + ($message["clock"] === "call" ? ["latencies" => [$spans]] : [])
            + ($keep === "last" ? ["replies" => [[$iterations ? $plan->reports($replies, !$loop) : []]]] : []);
    }

    // Makes each call when it is due, or when the one before it has ended. What is thrown ends nothing.
    private function due(Plan $plan, array $message, array &$replies, array &$stamps): array {
        $makes = $plan->makes();
        $lags = $latencies = array_fill(0, count($message["dues"]), -1);
        $replies = array_fill(0, count($makes), null);
        [$raised, $missed, $made] = [[], false, count($message["dues"])];
        $stop = $message["stop_ns"] ?? PHP_INT_MAX;
        $stamps[] = $start = $message["start_ns"] ?? hrtime(true);
        foreach ($message["dues"] as $at => $after) {
            $place = $at % count($makes);
            $call = $plan->singles[$place];
            if (($call["after_miss"] ?? false) && !$missed) continue;
            $due = $start + $after;
            self::reached($due);
            if (($began = hrtime(true)) - $start > $stop) {
                $made = $at;
                break;
            }
            try {
                $reply = $makes[$place]();
                $latencies[$at] = hrtime(true) - $due;
                $replies[$place] = $this->adapter->reply($call, $reply);
                $missed = $replies[$place] === null;
            } catch (\Throwable $error) {
                $latencies[$at] = hrtime(true) - $due;
                [$replies[$place], $missed] = [null, false];
                $raised[] = ["call" => $at] + self::raised($error);
            }
            $lags[$at] = $began - $due;
        }
        $stamps[] = hrtime(true);
        return ["lags" => $lags, "latencies" => $latencies, "raised" => $raised, "made" => [$made]];
    }

    // Waits for a time of this driver's clock.
    private static function reached(int $due): void {
        while (($left = $due - hrtime(true)) > 0) if ($left > self::AWAKE_NS) usleep(intdiv($left - self::AWAKE_NS, 1000));
    }

    private static function raised(\Throwable $error): array {
        return ["class" => $error::class, "message" => $error->getMessage(), "injected" => $error instanceof GivenUp,
                "at" => [basename($error->getFile()) . ":" . $error->getLine()]];
    }

    // The replies of each iteration. An exception ends it. The caller may give its first call up.
    private function kept(Plan $plan, int $iterations): array {
        $interrupt = $plan->singles[0]["interrupt"] ?? ["by" => ""];
        $all = [];
        for ($at = 0; $at < $iterations; $at++) {
            [$replies, $stamps, $spans, $raised] = [[], [], [], []];
            try {
                Signals::over($interrupt, static function () use ($plan, &$replies, &$stamps, &$spans): void {
                    $plan->loop(false)(1, 1, $replies, $stamps, $spans);
                });
            } catch (\Throwable $error) {
                if (count($replies) === count($plan->singles)) array_pop($replies); // between the call and its end
                $raised = [["raised" => self::raised($error)]];
            }
            $all[] = [...$plan->reports($replies), ...$raised];
        }
        return $all;
    }

    // A call with its values.
    private function filled(array $call): array {
        if (isset($call["value"])) $call["value"] = $this->values[$call["value"]];
        if (isset($call["values"])) $call["values"] = array_map(fn(int $at) => $this->values[$at], $call["values"]);
        return $call;
    }

    // Decodes the values of a file.
    public function read(array $values): void {
        $bytes = file_get_contents($values["file"]);
        $this->values = array_map(static function (array $place) use ($bytes): mixed {
            $part = substr($bytes, $place[0], $place[1]);
            return $place[2] === "json" ? json_decode($part, true, 512, JSON_THROW_ON_ERROR) : $part;
        }, $values["index"]);
    }

    private static function used(array $usage, string $kind): int {
        return ($usage["ru_{$kind}time.tv_sec"] * 1000000 + $usage["ru_{$kind}time.tv_usec"]) * 1000;
    }
}
