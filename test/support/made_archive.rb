# frozen_string_literal: true

require "digest"
require "fileutils"
require "open3"
require "tmpdir"

# A small archive of Debian packages in a folder, for a language that is a shell in disguise: it
# looks for modules in MADEPATH and then in its own usr/lib/made.
class MadeArchive
  MADE = <<~SH
    #!/bin/sh
    MADE_ROOT=$(dirname "$(dirname "$(dirname "$(readlink -f "$0")")")")
    export MADE_ROOT
    exec /bin/sh "$@"
  SH
  PROBE = <<~'SH'
    for folder in ${MADEPATH-} "$MADE_ROOT/usr/lib/made"; do
      [ -n "${1-}" ] && [ -z "${found-}" ] && [ -e "$folder/$1" ] && found="\"$folder/$1\""
    done
    modules=${1:+"\"$1\":${found:-null}"}
    echo noise
    echo "{\"version\":\"1.0\",\"description\":\"made 1.0\",\"engine\":\"made\",\"folders\":[\"/bin\"],\"modules\":{$modules}}"
  SH
  # A checkout with a file `ext` has to be built; what the headers say goes into it.
  BUILD = <<~'SH'
    set -eu
    if [ "$1" = look ]; then
      [ -e "$2/ext" ] && builds=true || builds=false
      [ -e "$2/$3" ] && echo "{\"folder\":\"$2\",\"builds\":$builds}" || echo "{\"folder\":null,\"builds\":$builds}"
    else
      touch "$2/spoilt"
      mkdir -p "$4"
      cat "${CPATH%%:*}/made.h" "$2/ext" >"$4/$3"
      [ -z "${FIRST-}" ] || [ ! -e "$FIRST" ] || echo after the first >>"$4/$3"
    fi
  SH
  LANGUAGE = <<~YAML
    name: made
    title: Made
    driver: driver.sh
    option: made
    packages: debian
    modes: []
    checkout: { folder_patterns: [MADE], versions: [MADE], sources: ["*"] }
    environment: { modules: MADEPATH, variables: { MADE: "1" }, probe: probe.sh, build: build.sh }
    runtimes:
      made1:
        version: "1.0"
        suite: older
        executable: usr/bin/made
        packages: [made]
        building: [made-dev]
        compile: [-c, "echo compiled >usr/lib/made/compiled"]
      made2:
        version: "1.0"
        suite: older
        executable: usr/bin/made
        packages: [made]
        building: [made-dev]
        variables: { FIRST: ROOT/usr/lib/made/one }
        additions:
          mode: fast
          into: usr/lib/made
          libraries: [{ name: one, source: first }, { name: two, source: second }]
      made3:
        version: "3.0"
        suite: newest
        executable: usr/bin/made3
        launcher: usr/bin/made
        packages: [made3]
        building: [made3-dev]
        compile: [-c, "echo compiled >usr/lib/made/compiled"]
  YAML
  # Finds its loader as a program does, and its root by the name that it is given.
  MADE3 = <<~SH
    #!/bin/sh
    # /lib64/ld-made.so.3\0
    #{MADE.lines.drop(1).join.gsub('"$0"', '"$OWN"')}
  SH
  # A loader of the form: --argv0 OWN --library-path LIBRARIES PROGRAM.
  LOADER = <<~'SH'
    #!/bin/sh
    [ "$1 $3" = "--argv0 --library-path" ] || exit 9
    export OWN="$2" LIBRARIES="$4"
    shift 4
    exec "$@"
  SH

  # A copy of the archive that the block fills, once for each key.
  def self.furnished(root, key)
    template = (@templates ||= {})[key] ||= new(Dir.mktmpdir("cachemark-archive")).tap do |made|
      at_exit { FileUtils.rm_rf(made.root) } # of a worker too
      yield made
      made.publish
    end
    FileUtils.cp_r("#{template.root}/.", root)
    new(root, Marshal.load(Marshal.dump(template.lists)))
  end

  attr_reader :root, :lists

  def initialize(root, lists = {})
    @root = root
    @lists = lists
    { "language.yml" => LANGUAGE, "probe.sh" => PROBE, "build.sh" => BUILD }.each do |name, text|
      FileUtils.mkdir_p("#{root}/drivers/made")
      File.write("#{root}/drivers/made/#{name}", text)
    end
  end

  def language = Cachemark::Catalog::Folder.new("#{@root}/catalog", drivers: "#{@root}/drivers").languages.fetch("made")

  def archive = Cachemark::Env::Debs::Archive.new("uris" => "file:#{@root}", "trusted" => "yes")

  # The runtime, its headers, and a client with a library below it.
  def furnish
    add("older", "made", "1.0-1", { "usr/bin/made" => MADE, "usr/lib/made/.keep" => "" },
        depends: "libmade (>= 1), debconf, libc6 (>= 2.1)")
    add("older", "libmade", "2:1.5-1", { "usr/lib/libmade.so" => "lib" },
        links: { "usr/lib/libmade.so.1" => "/usr/lib/libmade.so" })
    add("older", "made-dev", "1.0-1", { "usr/include/made.h" => "made\n" }, depends: "made, libc6-dev")
    add("older", "made-thing", "1:1.2.3+dfsg-4", { "usr/lib/made/thing" => "1.2.3" }, depends: "made, libthing")
    add("older", "libthing", "1-1", { "usr/lib/libthing.so" => "lib" })
    add("newer", "made-thing", "2.0-1", { "usr/lib/made/thing" => "2.0" }, depends: "made (>= 2)")
    furnish_own_libc
  end

  # A runtime with a libc that is newer than the machine's, and a client for it.
  def furnish_own_libc
    add("newest", "made3", "3.0-1", { "usr/bin/made3" => MADE3, "usr/lib/made/.keep" => "" }, depends: "libc6 (>= 99), debconf")
    add("newest", "libc6", "99-1", { "usr/lib/made-linux-gnu/ld-made.so.3" => LOADER })
    add("newest", "made3-dev", "3.0-1", { "usr/include/made.h" => "made3\n" }, depends: "made3, libc6-dev")
    add("newest", "made-thing", "2.0-2", { "usr/lib/made/thing" => "2.0" }, depends: "made3, libc6 (>= 99)")
  end

  # Builds a package; anybody may publish it.
  def add(suite, name, version, files = {}, depends: nil, architecture: "all", links: {})
    deb = "pool/#{suite}-#{name}_#{version.delete(":")}.deb"
    control = { "Package" => name, "Version" => version, "Architecture" => architecture, "Description" => "made",
                "Maintainer" => "nobody <nobody@example.org>", "Depends" => depends }
    Dir.mktmpdir { |folder| build(folder, files.merge("DEBIAN/control" => fields(control.compact)), links, deb) }
    facts = { "Filename" => deb, "Size" => File.size("#{@root}/#{deb}"), "SHA256" => Digest::SHA256.file("#{@root}/#{deb}").hexdigest }
    stanzas = list(suite, "main/binary-#{self.architecture}/Packages")
    stanzas.reject! { |stanza| stanza.start_with?("Package: #{name}\n") }
    stanzas << fields({ **control.compact, **facts })
  end

  # A source package, of which only the makers' archive counts.
  def add_source(suite, name, version, files)
    names = ["#{name}_#{version}-1.dsc", "#{name}_#{version}.orig.tar.gz"]
    dsc, archive = names.map { |file| "#{@root}/pool/#{file}" }
    File.write(dsc, "Format: 3.0 (quilt)\nSource: #{name}\nVersion: #{version}-1\n")
    Dir.mktmpdir do |folder|
      fill("#{folder}/#{name}-#{version}", files)
      system("tar", "-C", folder, "-czf", archive, "#{name}-#{version}", exception: true)
    end
    sums = names.zip([dsc, archive]).map { |file, path| " #{Digest::SHA256.file(path).hexdigest} #{File.size(path)} #{file}\n" }
    list(suite, "main/source/Sources") << "Package: #{name}\nBinary: #{name}\nVersion: #{version}-1\nFormat: 3.0 (quilt)\n" \
                                          "Directory: pool\nChecksums-Sha256:\n#{sums.join}"
  end

  # Writes the lists; what a suite has no more stays unknown. apt takes packages of `not_automatic` suites only if it must.
  def publish(valid_until: nil, not_automatic: [])
    @lists.each do |suite, lists|
      sums = lists.map do |name, stanzas|
        path = "#{@root}/dists/#{suite}/#{name}"
        fill(File.dirname(path), File.basename(path) => stanzas.join("\n"))
        " #{Digest::SHA256.file(path).hexdigest} #{File.size(path)} #{name}\n"
      end
      about = { "Suite" => suite, "Codename" => suite, "Architectures" => architecture, "Components" => "main",
                "Date" => date(Time.now), "Valid-Until" => (date(valid_until) if valid_until),
                "NotAutomatic" => ("yes" if not_automatic.include?(suite)) }
      File.write("#{@root}/dists/#{suite}/Release", "#{fields(about.compact)}SHA256:\n#{sums.join}")
    end
  end

  def architecture = @architecture ||= Open3.capture2("dpkg", "--print-architecture").first.chomp

  private

  def fields(hash) = hash.map { |field, value| "#{field}: #{value}\n" }.join

  def date(time) = time.utc.strftime("%a, %d %b %Y %T UTC")

  def list(suite, name) = (@lists[suite] ||= {})[name] ||= []

  def fill(folder, files)
    files.each do |name, text|
      FileUtils.mkdir_p(File.dirname("#{folder}/#{name}"))
      File.write("#{folder}/#{name}", text)
      File.chmod(name.match?(%r{/bin/|/ld-|\Aconfigure\z}) ? 0o755 : 0o644, "#{folder}/#{name}")
    end
  end

  def build(folder, files, links, deb)
    fill(folder, files)
    links.each { |name, target| File.symlink(target, "#{folder}/#{name}") }
    FileUtils.mkdir_p("#{@root}/pool")
    output, status = Open3.capture2e("dpkg-deb", "--build", "--root-owner-group", "-Znone", folder, "#{@root}/#{deb}")
    raise output unless status.success?
  end
end
