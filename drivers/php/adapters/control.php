<?php
declare(strict_types=1);
namespace Cachemark;

// The reference with one mutant of mutants/: what a check must catch, or it cannot be trusted. With none it is right. A mutant
// is a list of texts of the reference, and what they become.
final class Control {
    public string $library;

    public function __construct(private object $right) { $this->library = $right->library; }

    public function connect(array $servers, array $options, array $access): object {
        $class = isset($options["mutant"]) ? $this->mutated($options["mutant"]) : Reference\Client::class;
        return new $class($servers);
    }

    public function disconnect(object $client): void { $client->close(); }
    public function code(array $call, object $client): ?string { return $this->right->code($call, $client); }
    public function reply(array $call, mixed $reply): mixed { return $this->right->reply($call, $reply); }

    private function mutated(string $name): string {
        $space = "Cachemark\\Mutants\\M" . md5($name);
        if (class_exists("$space\\Client")) return "$space\\Client";
        $code = file_get_contents($this->library);
        foreach ((require __DIR__ . "/../mutants/" . basename($name) . ".php") + ["namespace Cachemark\\Reference;" => "namespace $space;"] as $from => $to) {
            if (substr_count($code, $from) !== 1) throw new \LogicException("the reference has not once: $from");
            $code = str_replace($from, $to, $code);
        }
        eval(substr($code, strpos($code, "namespace")));
        return "$space\\Client";
    }
}

return new Control(require __DIR__ . "/socket.php");
