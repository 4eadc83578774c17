<?php
declare(strict_types=1);
// No client: makes no call at all, so its rows are the harness overhead.
return new class {
    public ?string $library = null;

    public function connect(array $servers, array $options, array $access): mixed { return null; }

    public function disconnect(mixed $client): void {}

    public function code(array $call, mixed $client): string { return "null"; }
    public function reply(array $call, mixed $reply): mixed { return $reply; }
};
