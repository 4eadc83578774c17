<?php
declare(strict_types=1);
namespace Cachemark;

// The host and port of a server; an address of IPv6 in this form. A socket of a file has its path and no port.
function address(string $server, string $six = "%s"): array {
    if (!preg_match('/^(?:\[(.*)\]|([^:]*)):(\d+)$/D', $server, $found)) return [$server, 0];
    return [$found[1] === "" ? $found[2] : sprintf($six, $found[1]), (int) $found[3]];
}

// The facts about what was really loaded.
final class Library {
    public static function runtime(): string {
        return "PHP " . PHP_VERSION . " (" . PHP_SAPI . ", " . (PHP_ZTS ? "ZTS" : "NTS") . ")";
    }

    // Of an extension, by its name; of a reference, by the path of its file; null for none.
    public static function loaded(?string $library): array {
        if ($library === null) return ["version" => null, "file" => null, "folders" => [], "libraries" => []];
        if (is_file($library)) {
            return ["version" => PHP_VERSION, "file" => $library, "folders" => [dirname($library)], "libraries" => []];
        }
        $file = self::file($library) ?? throw new \RuntimeException("the extension $library is not loaded");
        $version = phpversion($library);
        return ["version" => $version, "file" => $file, "folders" => [$file],
                "libraries" => [["name" => $library, "version" => $version, "file" => $file]]];
    }

    // The file of an extension in this process, or null. The kernel knows it; elsewhere it is where PHP looks for it.
    public static function file(string $extension): ?string {
        if (!extension_loaded($extension)) return null;
        $maps = is_readable("/proc/self/maps") ? file_get_contents("/proc/self/maps") : "";
        if (preg_match("~ (/\S*/$extension\.so)$~m", $maps, $found)) return $found[1];
        $file = ini_get("extension_dir") . "/$extension.so";
        return is_file($file) ? $file : PHP_BINARY;
    }
}
