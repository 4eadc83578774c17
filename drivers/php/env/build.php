<?php
declare(strict_types=1);
// Looks at a checkout, or builds it: build.php look|build SOURCE MODULE [INTO].
//
// `look` prints one line of JSON: an extension has to be built first. `build` leaves MODULE.so in INTO, and spoils SOURCE. It
// follows PHP's own way: phpize, configure, make. In a root, the tools look for each other in that root.
namespace Cachemark;

// What Debian's packages have been configured with.
const CONFIGURE = ["memcached" => ["--enable-memcached-igbinary", "--enable-memcached-msgpack", "--enable-memcached-json"]];

function run(array $command, string $folder, array $variables): void {
    $process = proc_open($command, [STDIN, STDOUT, STDERR], $pipes, $folder, $variables + getenv());
    if (!$process || proc_close($process) !== 0) exit(1);
}

// A copy of a program or a file, whose paths are those of a root.
function placed(string $file, string $root, string $into): string {
    $text = preg_replace("~(?<=['\"\s])/usr/?(?=share|bin/shtool|['\"])~", "$root$0", file_get_contents($file));
    $text = str_replace("libtool/config", "libtool/build-aux", $text);
    file_put_contents("$into/" . basename($file), $text);
    chmod("$into/" . basename($file), 0755);
    return "$into/" . basename($file);
}

function build(string $source, string $name, string $into): void {
    $root = preg_replace("~/usr/bin/[^/]+$~D", "", PHP_BINARY);
    $version = PHP_MAJOR_VERSION . "." . PHP_MINOR_VERSION;
    [$tools, $variables] = [dirname(PHP_BINARY), []];
    $names = array_map(fn(string $tool) => is_file("$tools/$tool$version") ? "$tool$version" : $tool, ["phpize", "php-config"]);
    if (!is_file("$tools/$names[0]")) exit("this PHP has no phpize: get its package of headers, such as php$version-dev\n");
    [$phpize, $config] = array_map(fn(string $tool) => "$tools/$tool", $names);
    if ($root !== "") {
        $own = "$source/.tools";
        mkdir($own);
        [$phpize, $config, $settings] = array_map(fn(string $file) => placed($file, $root, $own),
                                                  [$phpize, $config, "$root/usr/share/autoconf/autom4te.cfg"]);
        $variables = ["AUTOM4TE" => "$tools/autom4te", "PHP_AUTOCONF" => "$tools/autoconf", "AUTOM4TE_CFG" => $settings,
                      "PHP_AUTOHEADER" => "$tools/autoheader", "M4" => "$tools/m4", "PKG_CONFIG_SYSROOT_DIR" => $root,
                      "AC_MACRODIR" => "$root/usr/share/autoconf", "autom4te_perllibdir" => "$root/usr/share/autoconf",
                      "trailer_m4" => "$root/usr/share/autoconf/autoconf/trailer.m4",
                      "PKG_CONFIG_LIBDIR" => implode(":", glob("$root/usr/{lib/*-linux-*,lib,share}/pkgconfig", GLOB_BRACE))];
    }
    run([$phpize], $source, $variables);
    $options = ["--with-php-config=$config", "--with-zlib-dir=$root/usr", ...(CONFIGURE[$name] ?? [])];
    run(["./configure", ...$options], $source, $variables);
    run(["make"], $source, $variables);
    if (!is_dir($into)) mkdir($into, 0777, true);
    copy("$source/modules/$name.so", "$into/$name.so");
}

[, $action, $source, $name, $into] = $argv + [4 => ""];
if ($action === "build") build($source, $name, $into);
else echo json_encode(["folder" => null, "builds" => is_file("$source/config.m4")]), "\n";
