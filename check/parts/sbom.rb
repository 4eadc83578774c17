# frozen_string_literal: true

require "digest"
require "json"
require "yaml"

module Check
  # The software bill of materials lists what the gem needs and what the repository has of others, each with its licence.
  class Sbom < Part
    FILE = "docs/sbom.spdx.json"
    BUNDLED = "setup/release/bundled.yml"
    TEXTS = "THIRD-PARTY-LICENSES.md"
    GEMSPEC = "cachemark.gemspec"
    MAKE = "make it again: setup/release/sbom.sh > #{FILE}".freeze
    DEPENDENCY = /^\s*spec\.add_dependency ((?:"[^"]+"(?:, )?)+)/
    private_constant :BUNDLED, :TEXTS, :GEMSPEC, :MAKE, :DEPENDENCY

    def problems
      absent = [FILE, BUNDLED, TEXTS].reject { |path| @tree.file?(path) }
      return absent.map { |path| "#{path}: absent" } if absent.any?

      [*version, *libraries, *copies, *strangers, *licences, *texts]
    end

    private

    def packages = @packages ||= JSON.parse(@tree.read(FILE)).fetch("packages").to_h { |package| [package["name"], package] }
    def bundled = @bundled ||= YAML.safe_load(@tree.read(BUNDLED))
    def everything = bundled.flat_map { |entry| [entry, *entry["contains"]] }
    def listed(name) = packages.dig(name, "versionInfo")

    def version
      own = @tree.read("lib/cachemark/version.rb")[/VERSION = "([^"]+)"/, 1]
      listed("cachemark") == own ? [] : ["#{FILE}: is of cachemark #{listed("cachemark")}, and the gem is #{own}; #{MAKE}"]
    end

    def libraries
      @tree.read(GEMSPEC).scan(DEPENDENCY).flatten.map { |words| words.scan(/"([^"]+)"/).flatten }.filter_map do |name, *asked|
        found = listed(name)
        next if found && Gem::Requirement.new(*asked).satisfied_by?(Gem::Version.new(found))

        "#{FILE}: lists #{[name, found || "in no version"].join(" ")}, and #{GEMSPEC} needs #{asked.join(", ")}; #{MAKE}"
      end
    end

    def copies
      everything.filter_map do |entry|
        listed = packages.fetch(entry["name"], {})
        same = listed.values_at("versionInfo", "licenseDeclared") == entry.values_at("version", "licence") && sum?(entry, listed)
        "#{FILE}: does not list #{entry.values_at("name", "version").compact.join(" ")} as it is here; #{MAKE}" unless same
      end
    end

    def sum?(entry, listed)
      return true unless entry["file"]

      listed.dig("checksums", 0, "checksumValue") == Digest::SHA256.file(@tree.absolute(entry["file"])).hexdigest
    end

    # Minified code was made elsewhere.
    def strangers
      (@tree.files.grep(/\.min\.js\z/) - bundled.map { |entry| entry["file"] }).map { |path| "#{path}: is not in #{BUNDLED}" }
    end

    def licences
      packages.values.filter_map do |package|
        "#{FILE}: #{package["name"]} has no licence" if [nil, "", "NOASSERTION"].include?(package["licenseDeclared"])
      end
    end

    def texts
      text = @tree.read(TEXTS)
      shipped = bundled.reject { |entry| entry["tests"] }.flat_map { |entry| [entry, *entry["contains"]] }
      shipped.map { |entry| entry.values_at("name", "version").compact.join(" ") }.reject { |name| text.include?(name) }
             .map { |name| "#{TEXTS}: does not name #{name}" }
    end
  end
end
