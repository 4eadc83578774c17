<?php
// Waits with stream_select, which a signal ends early: the call fails.
return [
    '$bytes = @fread($this->socket, 65536);' => '[$read, $none] = [[$this->socket], null];
        if (!@stream_select($read, $none, $none, (int) ceil($this->timeout))) $this->fail("the server did not answer in time");
        $bytes = @fread($this->socket, 65536);',
];
