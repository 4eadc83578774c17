<?php
declare(strict_types=1);
// Cachemark's driver for PHP: plans on stdin, replies on stdout (protocol/spec.md, level 2).
namespace Cachemark;

require __DIR__ . "/lib/cell.php";
require __DIR__ . "/lib/library.php";

ini_set("display_errors", "stderr");
ini_set("memory_limit", "-1");

// Clients report failures as warnings too. Frameworks turn these into exceptions, and so does this driver.
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ($level & (E_DEPRECATED | E_USER_DEPRECATED)) return false;
    throw new \ErrorException($message, 0, $level, $file, $line);
});

// What a client prints must not damage the conversation.
ob_start(static function (string $text): string {
    fwrite(STDERR, $text);
    return "";
}, 1);

final class Driver {
    private array $files = [];
    private array $adapters = [];
    private array $cells = [];

    public function converse(): void {
        $this->say(["type" => "hello", "protocol" => 2, "level" => 2, "interrupts" => Signals::ways(), "language" => "php",
                    "encodings" => false, "runtime" => Library::runtime(), "pid" => getmypid()]);
        while (($line = fgets(STDIN)) !== false) $this->answer($line);
        foreach ($this->cells as $cell) $cell->close();
    }

    private function answer(string $line): void {
        $id = null;
        try {
            $message = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
            $id = $message["id"] ?? null;
            $reply = match ($message["type"] ?? null) {
                "load" => $this->load($message),
                "open" => $this->open($message),
                "run" => $this->run($message),
                "clock" => ["type" => "clock", "ns" => hrtime(true)],
                "close" => $this->close($message),
                default => throw new \InvalidArgumentException("unknown request: " . json_encode($message["type"] ?? null)),
            };
        } catch (NotOffered $error) {
            $reply = ["type" => "not_offered", "reason" => $error->getMessage()];
        } catch (\Throwable $error) {
            $trace = array_slice(explode("\n", $error->getTraceAsString()), 0, 2);
            $reply = ["type" => "failed", "class" => $error::class, "message" => substr($error->getMessage(), 0, 500),
                      "backtrace" => [$error->getFile() . ":" . $error->getLine(), ...$trace]];
        }
        $this->say(["id" => $id] + $reply);
    }

    private function load(array $message): array {
        $name = preg_replace("/[^\w-]/", "", $message["adapter"]);
        $adapter = $this->files[$name] ??= require __DIR__ . "/adapters/$name.php";
        $this->adapters[$message["client"]] = $adapter;
        return ["type" => "loaded", "client" => $message["client"]] + Library::loaded($adapter->library);
    }

    private function open(array $message): array {
        $cell = new Cell($this->adapters[$message["client"]], $message);
        $began = hrtime(true);
        $cell->connect();
        $ns = hrtime(true) - $began;
        foreach ($message["workers"][0] as $name => $calls) $cell->plan($name, $calls);
        $this->cells[$message["cell"]] = $cell;
        return ["type" => "opened", "cell" => $message["cell"], "ns" => $ns];
    }

    private function run(array $message): array {
        $cell = $this->cells[$message["cell"]];
        if (isset($message["values"])) $cell->read($message["values"]);
        if (isset($message["calls"])) $cell->plan($message["plan"], $message["calls"][0]);
        return ["type" => "ran", "cell" => $message["cell"]] + $cell->run($message);
    }

    private function close(array $message): array {
        $this->cells[$message["cell"]]->close();
        unset($this->cells[$message["cell"]]);
        return ["type" => "closed", "cell" => $message["cell"]];
    }

    private function say(array $message): void {
        $text = json_encode($message, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR) . "\n";
        for ($at = 0; $at < strlen($text);) $at += fwrite(STDOUT, $at ? substr($text, $at) : $text);
    }
}

(new Driver())->converse();
