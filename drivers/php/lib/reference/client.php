<?php
declare(strict_types=1);
namespace Cachemark\Reference;

const JSON = 1;
const STORED = ["STORED" => true, "NOT_STORED" => false, "EXISTS" => false, "NOT_FOUND" => false];
const DELETED = ["DELETED" => true, "NOT_FOUND" => false];
const TOUCHED = ["TOUCHED" => true, "NOT_FOUND" => false];

final class Failure extends \RuntimeException {}

// A connection: requests are answered in order.
final class Line {
    private mixed $socket = null;
    private string $buffer = "";
    private float $deadline = 0;
    private int $owed = 0;

    // secure: context options of TLS, or null without it.
    public function __construct(private string $server, private float $timeout, private ?array $secure) {}

    public function close(): void {
        if ($this->socket) fclose($this->socket);
        [$this->socket, $this->buffer, $this->owed] = [null, "", 0];
    }

    // Sends requests. A connection that still owes replies is replaced.
    public function send(string $request, int $requests = 1): void {
        if ($this->owed) $this->close();
        $this->socket ??= $this->connected();
        $this->owed = $requests;
        for ($sent = 0; $sent < strlen($request); $sent += $count) {
            $count = @fwrite($this->socket, $sent ? substr($request, $sent) : $request);
            if (!$count) $this->fail("the server did not take the request");
        }
    }

    // A reply of one line, as one of these values. Any other line is an error.
    public function word(array $values): bool {
        $line = $this->line(true);
        return $this->whole($values[$line] ?? $this->refuse($line));
    }

    public function number(): ?int {
        $line = $this->line(true);
        if ($line === "NOT_FOUND") return $this->whole(null);
        return $this->whole(preg_match('/^\d+ *$/D', $line) ? (int) $line : $this->refuse($line));
    }

    // Values by their keys, up to END: only keys that were asked for. With `versions`, pairs of value and version.
    public function values(array $keys, bool $versions = false): array {
        $wanted = array_flip($keys);
        $found = [];
        for ($first = true; ($line = $this->line($first)) !== "END"; $first = false) {
            if (!preg_match('/^VALUE (\S+) (\d+) (\d+)(?: (\d+))?$/D', $line, $head)) $this->refuse($line, $first);
            [, $key, $flags, $size] = $head;
            if (!isset($wanted[$key])) $this->fail("the server returned $key, which was not asked for");
            unset($wanted[$key]);
            $value = $this->value((int) $size, (int) $flags);
            $found[$key] = $versions ? [$value, $head[4]] : $value;
        }
        return $this->whole($found);
    }

    // The reply, if nothing follows the last one.
    private function whole(mixed $reply): mixed {
        if (--$this->owed === 0 && $this->buffer !== "") $this->fail("the server said more than it was asked");
        return $reply;
    }

    private function value(int $size, int $flags): mixed {
        while (strlen($this->buffer) < $size + 2) $this->read();
        if (substr_compare($this->buffer, "\r\n", $size, 2)) $this->fail("a value has another length than announced");
        $bytes = substr($this->buffer, 0, $size);
        $this->buffer = substr($this->buffer, $size + 2);
        return $flags === JSON ? json_decode($bytes, true, 512, JSON_THROW_ON_ERROR) : $bytes;
    }

    // The next line. The first of a reply begins the time for it.
    private function line(bool $first): string {
        if ($first) $this->deadline = 0;
        while (($end = strpos($this->buffer, "\r\n")) === false) $this->read();
        $line = substr($this->buffer, 0, $end);
        $this->buffer = substr($this->buffer, $end + 2);
        return $line;
    }

    // The first wait has the whole time, and the next ones what is left of it.
    private function read(): void {
        $now = hrtime(true) / 1e9;
        if ($this->deadline) $this->limit($this->deadline - $now);
        $bytes = @fread($this->socket, 65536);
        if ($this->deadline) $this->limit($this->timeout);
        else $this->deadline = $now + $this->timeout;
        if ($bytes !== "" && $bytes !== false) $this->buffer .= $bytes;
        else $this->fail(feof($this->socket) ? "the server closed the connection" : "the server did not answer in time");
    }

    private function limit(float $seconds): void {
        if ($seconds <= 0) $this->fail("the server did not answer in time");
        stream_set_timeout($this->socket, (int) $seconds, (int) (($seconds - (int) $seconds) * 1e6) ?: 1);
    }

    private function connected(): mixed {
        $address = $this->server[0] === "/" ? "unix://$this->server" : ($this->secure === null ? "tcp" : "tls") . "://$this->server";
        $context = stream_context_create(["socket" => ["tcp_nodelay" => true], "ssl" => $this->secure ?? []]);
        $this->socket = @stream_socket_client($address, $number, $reason, $this->timeout, STREAM_CLIENT_CONNECT, $context)
            or $this->fail("cannot connect to $this->server: $reason");
        stream_set_read_buffer($this->socket, 0);
        $this->limit($this->timeout);
        return $this->socket;
    }

    // The server's own error leaves the connection in order.
    private function refuse(string $line, bool $alone = true): never {
        $message = "the server answered " . substr($line, 0, 80);
        if (!$alone || !preg_match("/^(SERVER_|CLIENT_)?ERROR\b/", $line)) $this->fail($message);
        $this->whole(null);
        throw new Failure($message);
    }

    // A connection whose replies may belong to other requests is not used again.
    private function fail(string $message): never {
        $this->close();
        throw new Failure($message);
    }
}

// The reference: the least PHP that does the same work correctly on a plain socket.
final class Client {
    private array $lines;

    public function __construct(array $servers, float $timeout = 1, ?array $secure = null) {
        $this->lines = array_map(static fn(string $server) => new Line($server, $timeout, $secure), $servers);
    }

    public function close(): void { foreach ($this->lines as $line) $line->close(); }

    public function get(string $key): mixed { return $this->find("get", $key); }
    public function gat(string $key, int $ttl): mixed { return $this->find("gat $ttl", $key); }

    // With a callback that computes an absent value.
    public function getOr(string $key, callable $compute): mixed { return $this->get($key) ?? $compute(); }

    public function getMulti(array $keys, bool $versions = false): array {
        [$verb, $groups, $found] = [$versions ? "gets" : "get", [], []];
        foreach ($keys as $key) $groups[$this->place($key)][] = $key;
        foreach ($groups as $at => $own) $this->lines[$at]->send("$verb " . implode(" ", $own) . "\r\n");
        foreach ($groups as $at => $own) $found += $this->lines[$at]->values($own, $versions);
        return $found;
    }

    public function store(string $verb, string $key, mixed $value, int $ttl, string $version = ""): bool {
        return $this->said($key, $this->storing($verb, $key, $value, $ttl, $version), STORED);
    }

    // Reads the version, then replaces that version.
    public function cas(string $key, mixed $value, int $ttl): bool {
        $found = $this->getMulti([$key], true)[$key] ?? null;
        return $found && $this->store("cas", $key, $value, $ttl, " $found[1]");
    }

    public function delete(string $key): bool { return $this->said($key, "delete $key\r\n", DELETED); }
    public function touch(string $key, int $ttl): bool { return $this->said($key, "touch $key $ttl\r\n", TOUCHED); }

    public function count(string $verb, string $key, int $by, ?int $initial, int $ttl): ?int {
        $line = $this->line($key);
        $line->send("$verb $key $by\r\n");
        $found = $line->number();
        if ($found !== null || $initial === null) return $found;
        $this->store("add", $key, (string) $initial, $ttl);
        return $initial;
    }

    // The keys that were not stored, or not deleted. All requests are sent before the first reply is read.
    public function setMulti(array $keys, array $values, int $ttl): array {
        return $this->failed($keys, fn($key, $at) => $this->storing("set", $key, $values[$at], $ttl), STORED);
    }

    public function deleteMulti(array $keys): array { return $this->failed($keys, fn($key) => "delete $key\r\n", DELETED); }

    private function failed(array $keys, \Closure $request, array $words): array {
        $requests = [];
        foreach ($keys as $at => $key) $requests[$this->place($key)][] = $request($key, $at);
        foreach ($requests as $at => $own) $this->lines[$at]->send(implode("", $own), count($own));
        return array_values(array_filter($keys, fn($key) => !$this->line($key)->word($words)));
    }

    private function find(string $command, string $key): mixed {
        $line = $this->line($key);
        $line->send("$command $key\r\n");
        return $line->values([$key])[$key] ?? null;
    }

    private function said(string $key, string $request, array $words): bool {
        $line = $this->line($key);
        $line->send($request);
        return $line->word($words);
    }

    private function storing(string $verb, string $key, mixed $value, int $ttl, string $version = ""): string {
        $bytes = is_string($value) ? $value : json_encode($value, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
        $flags = is_string($value) ? 0 : JSON;
        return "$verb $key $flags $ttl " . strlen($bytes) . "$version\r\n$bytes\r\n";
    }

    private function line(string $key): Line { return $this->lines[$this->place($key)]; }

    // Keys are spread over several servers.
    private function place(string $key): int { return count($this->lines) === 1 ? 0 : crc32($key) % count($this->lines); }
}
