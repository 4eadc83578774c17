<?php
// php/memcached: a get that memcached answers with an error is reported as a miss, and its result code says so, too.
// Usage: php failed-get.php HOST:PORT CALL, with the extension and pcntl, and a memcached there. CALL is get or getMulti. Ends
// with 1 if a value that is there was reported as a miss.
[, $memcached, $call] = $argv;
$door = stream_socket_server("tcp://127.0.0.1:0");

// A proxy before memcached: its reply to a get is that memcached is busy.
if (pcntl_fork() === 0) {
    $client = stream_socket_accept($door, 5);
    $server = stream_socket_client("tcp://$memcached");
    while (($request = (string) fread($client, 4096)) !== "") {
        fwrite($server, $request);
        $reply = fread($server, 4096);
        fwrite($client, str_starts_with($request, "get") ? "SERVER_ERROR busy\r\n" : $reply);
    }
    exit;
}
[$host, $port] = explode(":", stream_socket_get_name($door, false));
fclose($door);

$client = new Memcached();
$client->addServer($host, (int) $port);
$client->set("k1", "value of k1");
$found = $call === "get" ? $client->get("k1") : $client->getMulti(["k1"]);
echo "$call returned ", json_encode($found), ", and the result is ", $client->getResultMessage(), "\n";
exit($client->getResultCode() === Memcached::RES_NOTFOUND ? 1 : 0);
