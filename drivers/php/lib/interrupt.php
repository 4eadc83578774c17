<?php
declare(strict_types=1);
namespace Cachemark;

// What ends a call from outside.
final class GivenUp extends \Exception {}

// The callback of a call, of an application whose computation fails.
function raising(): never { throw new GivenUp("a callback raised"); }

// Gives the values to the caller's block, which collects all, or ends with the first.
function handed(array $found, string $block): mixed {
    foreach ($found as $_) if ($block !== "all") return $block === "raise" ? raising() : null;
    return new Pairs($found);
}

// Signals that come while a call is made: the handler of the first raises, or those of many do nothing.
final class Signals {
    public static function ways(): array { return \function_exists("pcntl_fork") && \function_exists("posix_kill") ? ["callback", "signal", "signals"] : ["callback"]; }

    public static function over(array $interrupt, \Closure $call): mixed {
        if (!\str_starts_with($interrupt["by"], "signal")) return $call();
        while (\pcntl_waitpid(-1, $status, WNOHANG) > 0); // a clock that struck where the last call ended
        $raises = $interrupt["by"] === "signal";
        \pcntl_signal(SIGUSR1, $raises ? static fn() => throw new GivenUp("a signal's handler raised") : static fn() => null);
        \pcntl_async_signals(true);
        $clock = self::clock($interrupt["after_ms"] * 1000, $raises);
        try {
            return $call();
        } finally {
            \pcntl_signal(SIGUSR1, SIG_IGN);
            \posix_kill($clock, SIGKILL);
            \pcntl_waitpid($clock, $status);
        }
    }

    // A process, because timers of PHP count whole seconds. It ends with this one.
    private static function clock(int $pause, bool $once): int {
        $caller = \getmypid();
        $clock = \pcntl_fork();
        if ($clock) return $clock;
        do {
            \usleep($pause);
            \posix_kill($caller, SIGUSR1);
        } while (!$once && \posix_getppid() === $caller);
        \posix_kill(\posix_getpid(), SIGKILL); // nothing that it inherited may be closed
        exit;
    }
}
