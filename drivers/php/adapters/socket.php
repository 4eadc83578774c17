<?php
declare(strict_types=1);
namespace Cachemark;

require_once __DIR__ . "/../lib/reference/client.php";

function fetched(object $client, string $key, mixed $value, int $ttl): mixed {
    $found = $client->get($key);
    if ($found !== null) return $found;
    $client->store("set", $key, $value, $ttl);
    return new Computed([$key], $value);
}

return new class {
    public string $library;

    public function __construct() { $this->library = realpath(__DIR__ . "/../lib/reference/client.php"); }

    public function connect(array $servers, array $options, array $access): Reference\Client {
        $secure = isset($access["tls"]) ? array_filter(["cafile" => $access["tls"]["ca"]]) : null;
        return new Reference\Client($servers, (float) ($options["timeout"] ?? 1), $secure);
    }

    public function disconnect(Reference\Client $client): void { $client->close(); }

    public function code(array $call, object $client): ?string {
        return match ($call["op"]) {
            "get", "read" => '$client->get($key)',
            "set", "write" => !empty($call["unless_exist"]) ? '$client->store("add", $key, $value, $ttl)'
                : '$client->store("set", $key, $value, $ttl)',
            "fetch" => isset($call["value"]) ? 'fetched($client, $key, $value, $ttl)' : '$client->get($key)',
            "get_multi", "read_multi" => '$client->getMulti($keys)',
            "get_multi_cas" => '$client->getMulti($keys, true)',
            "get_multi_block" => "handed(\$client->getMulti(\$keys), '{$call["block"]}')",
            "fetch_raising" => '$client->getOr($key, raising(...))',
            "set_multi", "write_multi" => '$client->setMulti($keys, $values, $ttl)',
            "delete_multi" => '$client->deleteMulti($keys)',
            "add" => '$client->store("add", $key, $value, $ttl)',
            "append", "prepend" => '$client->store("' . $call["op"] . '", $key, $value, 0)',
            "delete" => '$client->delete($key)',
            "cas" => '$client->cas($key, $value, $ttl)',
            "touch" => '$client->touch($key, $ttl)',
            "gat" => '$client->gat($key, $ttl)',
            "incr", "increment" => '$client->count("incr", $key, $by, $initial, $ttl)',
            "decr", "decrement" => '$client->count("decr", $key, $by, $initial, $ttl)',
            default => null,
        };
    }

    public function reply(array $call, mixed $reply): mixed {
        return in_array($call["op"], ["get_multi", "read_multi", "get_multi_cas"], true) ? new Pairs($reply) : $reply;
    }
};
