<?php
declare(strict_types=1);
// Reports the facts of this PHP and the files of its extensions: probe.php [EXTENSION]... Prints one line of JSON.
namespace Cachemark;

require __DIR__ . "/../lib/library.php";

$modules = [];
foreach (array_slice($argv, 1) as $name) $modules[$name] = Library::file($name);
echo json_encode(["version" => PHP_VERSION, "description" => Library::runtime(), "engine" => "php",
                  "folders" => [ini_get("extension_dir")], "modules" => (object) $modules], JSON_UNESCAPED_SLASHES), "\n";
