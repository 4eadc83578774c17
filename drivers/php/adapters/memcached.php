<?php
declare(strict_types=1);
// php-memcached returns false for a miss, for a stored false, and for a failure. Its result code says which, so an application
// asks for it where false is returned.
namespace Cachemark\Memcached;

use Cachemark\{Computed, Pairs};
use Memcached;

const NO = [Memcached::RES_NOTSTORED, Memcached::RES_NOTFOUND, Memcached::RES_DATA_EXISTS];

function absent(Memcached $client): ?bool {
    return $client->getResultCode() === Memcached::RES_SUCCESS ? false : (refused($client) ?: null);
}

function refused(Memcached $client): bool {
    return in_array($client->getResultCode(), NO, true) ? false : throw new \RuntimeException($client->getResultMessage());
}

function several(Memcached $client, array|false $found): array {
    $whole = $found !== false && $client->getResultCode() === Memcached::RES_NOTFOUND;
    return $whole ? $found : throw new \RuntimeException($client->getResultMessage());
}

function cas(Memcached $client, string $key, mixed $value, int $ttl): bool {
    $found = $client->get($key, null, Memcached::GET_EXTENDED) ?: absent($client);
    return $found && ($client->cas($found["cas"], $key, $value, $ttl) ?: refused($client));
}

// Its read-through callback.
function fetched(Memcached $client, string $key, mixed $new, int $ttl): mixed {
    $computed = [];
    $found = $client->get($key, static function ($client, $key, &$value, &$expiration) use ($new, $ttl, &$computed): bool {
        [$value, $expiration, $computed] = [$new, $ttl, [$key]];
        return true;
    });
    if ($found === false) $found = absent($client);
    return $computed ? new Computed($computed, $found) : $found;
}

// The values come one by one, in a callback, or each when it is asked for.
function each(Memcached $client, array $keys, string $block): mixed {
    $found = [];
    $take = static function (Memcached $client, array $item) use ($block, &$found): void {
        $found[$item["key"]] = $item["value"];
        if ($block === "raise") \Cachemark\raising();
    };
    $client->getDelayed($keys, false, $block === "break" ? null : $take) ?: refused($client);
    return $block === "break" ? ($client->fetch() ? null : refused($client)) : new Pairs($found);
}

return new class {
    public string $library = "memcached";

    public function connect(array $servers, array $options, array $access): Memcached {
        $name = ($options["persistent"] ?? false) === true ? md5(serialize([$servers, $options, $access])) : null;
        $client = new Memcached($name);
        if ($client->getServerList()) return $client;
        $set = ["binary" => Memcached::OPT_BINARY_PROTOCOL, "tcp_nodelay" => Memcached::OPT_TCP_NODELAY,
                "namespace" => Memcached::OPT_PREFIX_KEY, "compression" => Memcached::OPT_COMPRESSION,
                "ketama" => Memcached::OPT_LIBKETAMA_COMPATIBLE, "no_block" => Memcached::OPT_NO_BLOCK];
        foreach (array_intersect_key($set, $options) as $option => $number) $client->setOption($number, $options[$option]);
        $serializer = strtoupper($options["serializer"] ?? "");
        if ($serializer) $client->setOption(Memcached::OPT_SERIALIZER, constant("Memcached::SERIALIZER_$serializer"));
        if (isset($options["retry_delay"])) $client->setOption(Memcached::OPT_RETRY_TIMEOUT, (int) $options["retry_delay"]);
        if ($options["timeout"] ?? false) {
            $ms = (int) ((float) $options["timeout"] * 1000);
            $client->setOptions([Memcached::OPT_CONNECT_TIMEOUT => $ms, Memcached::OPT_POLL_TIMEOUT => $ms,
                                 Memcached::OPT_SEND_TIMEOUT => $ms * 1000, Memcached::OPT_RECV_TIMEOUT => $ms * 1000]);
        }
        $login = $access["login"] ?? null;
        if ($login) $client->setSaslAuthData($login["user"], $login["password"]);
        foreach ($servers as $server) $client->addServer(...\Cachemark\address($server));
        return $client;
    }

    // Nobody closes connections that outlive their object.
    public function disconnect(Memcached $client): void {
        if (!$client->isPersistent()) $client->quit();
    }

    public function code(array $call, Memcached $client): ?string {
        $initial = isset($call["initial"]);
        if ($initial && !$client->getOption(Memcached::OPT_BINARY_PROTOCOL)) return null;
        $count = $initial ? '($key, $by, $initial, $ttl)' : '($key, $by)';
        $miss = ' ? Memcached\absent($client) : $found';
        $get = '($found = $client->get($key)) === false' . $miss;
        $code = match ($call["op"]) {
            "get" => $get,
            "fetch" => isset($call["value"]) ? 'Memcached\fetched($client, $key, $value, $ttl)' : $get,
            "fetch_raising" => '$client->get($key, \Cachemark\raising(...))',
            "get_multi_block" => "Memcached\\each(\$client, \$keys, '{$call["block"]}')",
            "get_multi" => '($found = $client->getMulti($keys))',
            "get_multi_cas" => '($found = $client->getMulti($keys, \Memcached::GET_EXTENDED))',
            "set", "add" => "\$client->{$call["op"]}(\$key, \$value, \$ttl) ?: Memcached\\refused(\$client)",
            "append", "prepend" => "\$client->{$call["op"]}(\$key, \$value) ?: Memcached\\refused(\$client)",
            "delete" => '$client->delete($key) ?: Memcached\refused($client)',
            "touch" => '$client->touch($key, $ttl) ?: Memcached\refused($client)',
            "cas" => 'Memcached\cas($client, $key, $value, $ttl)',
            "set_multi" => '$client->setMulti($pairs, $ttl) ?: Memcached\refused($client)',
            "delete_multi" => '$client->deleteMulti($keys)',
            "incr", "decr" => "(\$found = \$client->{$call["op"]}ement$count) === false" . $miss,
            default => null,
        };
        $whole = ' === false || $client->getResultCode() ? Memcached\several($client, $found) : $found';
        return in_array($call["op"], ["get_multi", "get_multi_cas"], true) ? $code . $whole : $code;
    }

    public function reply(array $call, mixed $reply): mixed {
        return match ($call["op"]) {
            "get_multi" => new Pairs($reply),
            "get_multi_cas" => new Pairs(array_map(fn(array $one) => [$one["value"], $one["cas"]], $reply)),
            "delete_multi" => array_keys(array_filter($reply, fn(mixed $done) => $done !== true)),
            default => $reply,
        };
    }
};
