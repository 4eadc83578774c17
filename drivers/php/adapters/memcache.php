<?php
declare(strict_types=1);
// memcache returns false for a miss and for a stored false. It reports a failure by a notice, but says nothing while it leaves
// a failed server alone.
namespace Cachemark\Memcache;

use Cachemark\Pairs;
use Memcache;

function cas(Memcache $client, string $key, mixed $value, int $ttl): bool {
    $flags = $version = null;
    $client->get($key, $flags, $version);
    return $version !== null && $client->cas($key, $value, 0, $ttl, $version);
}

function versions(Memcache $client, array $keys): array {
    $flags = $versions = null;
    $found = $client->get($keys, $flags, $versions);
    foreach ($found as $key => $value) $found[$key] = [$value, $versions[$key]];
    return $found;
}

return new class {
    public string $library = "memcache";

    public function connect(array $servers, array $options, array $access): Memcache {
        ini_set("memcache.protocol", ($options["binary"] ?? false) === true ? "binary" : "ascii");
        ini_set("memcache.prefix_static_key", $options["namespace"] ?? "");
        if (isset($options["hash_strategy"])) ini_set("memcache.hash_strategy", $options["hash_strategy"]);
        if (isset($options["failover"])) ini_set("memcache.allow_failover", $options["failover"] ? "1" : "0");
        $client = new Memcache();
        foreach ($servers as $server) {
            [$host, $port] = $server[0] === "/" ? ["unix://$server", 0] : \Cachemark\address($server, "[%s]");
            $client->addServer($host, $port, ($options["persistent"] ?? true) === true, 1, (float) ($options["timeout"] ?? 1),
                               ($options["retry_delay"] ?? 15) === false ? 0 : (int) ($options["retry_delay"] ?? 15));
        }
        return $client;
    }

    public function disconnect(Memcache $client): void { $client->close(); }

    public function code(array $call, Memcache $client): ?string {
        if (isset($call["initial"])) return null;
        return match ($call["op"]) {
            "get" => '$client->get($key)',
            "get_multi" => '$client->get($keys)',
            "get_multi_cas" => 'Memcache\versions($client, $keys)',
            "set", "add" => '$client->' . $call["op"] . '($key, $value, 0, $ttl)',
            "append", "prepend" => '$client->' . $call["op"] . '($key, $value)',
            "delete" => '$client->delete($key)',
            "cas" => 'Memcache\cas($client, $key, $value, $ttl)',
            "set_multi" => '$client->set($pairs, null, 0, $ttl)',
            "delete_multi" => '$client->delete($keys)',
            "incr" => '$client->increment($key, $by)',
            "decr" => '$client->decrement($key, $by)',
            default => null,
        };
    }

    public function reply(array $call, mixed $reply): mixed {
        return match ($call["op"]) {
            "get_multi", "get_multi_cas" => new Pairs($reply),
            "get", "incr", "decr" => $reply === false ? null : $reply,
            default => $reply,
        };
    }
};
