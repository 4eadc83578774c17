# frozen_string_literal: true

# The software bill of materials of Cachemark, as SPDX 2.3: an ISO standard (5962) whose subject is licences. Called by
# sbom.sh, with the libraries on the load path. Only the standard library is here.
require "digest"
require "json"
require "time"
require "yaml"

# Cachemark, the libraries of its gem with what they need, and the code of others in this repository.
class Sbom
  OWN = "SPDXRef-cachemark"
  NONE = "NOASSERTION"

  #: (String, ?load_path: Array[String], ?now: Time) -> void
  def initialize(root, load_path: $LOAD_PATH, now: Time.now)
    @root = root
    @load_path = load_path
    @now = now
    @spec = Gem::Specification.load(File.join(root, "cachemark.gemspec"))
    @bundled = YAML.safe_load_file(File.join(root, "setup/release/bundled.yml"))
  end

  #: () -> Hash[Symbol, Object]
  def to_h
    packages = [own, *libraries.values.map { |spec| library(spec) }, *everything.map { |entry| bundled(entry) }]
    { spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: "cachemark-#{@spec.version}",
      documentNamespace: namespace(packages),
      creationInfo: { created: @now.utc.iso8601, creators: ["Organization: Cachemark contributors", "Tool: sbom.sh"] },
      comment: "The versions of gems are those of the tests on Debian 12. Clients, which Cachemark installs to measure them, " \
               "are no part of it.",
      packages: packages, relationships: relationships }
  end

  private

  # The same packages have the same name.
  def namespace(packages)
    digest = Digest::SHA256.hexdigest(JSON.generate(packages))
    "https://spdx.org/spdxdocs/cachemark-#{@spec.version}-#{digest[0, 32]}"
  end

  def own
    copyright = File.read(File.join(@root, "LICENSE"))[/^Copyright .*/]
    package(OWN, @spec.name, @spec.version.to_s, licence: @spec.license, copyright: copyright, registry: "gem")
  end

  # Name => specification, of the direct dependencies and of theirs.
  def libraries
    @libraries ||= needed(@spec, {}).sort.to_h
  end

  def needed(spec, found)
    spec.runtime_dependencies.map(&:name).reject { |name| found.key?(name) || standard?(name) }.each do |name|
      needed(found[name] = installed(name), found)
    end
    found
  end

  # Gems that every Ruby has are no packages of ours, unless another version was installed.
  def standard?(name) = path(name).nil? && Gem::Specification.find_by_name(name).default_gem?

  def installed(name)
    lib = path(name) or raise "#{name} is not installed"
    folder = lib[%r{\A.*/gems/[^/]+(?=/)}]
    Gem::Specification.load(File.expand_path("../../specifications/#{File.basename(folder)}.gemspec", folder))
  end

  def path(name) = @load_path.find { |lib| lib.match?(%r{/gems/#{Regexp.escape(name)}-\d[^/]*/lib\z}) }

  def library(spec)
    asked = @spec.runtime_dependencies.find { |dependency| dependency.name == spec.name }&.requirement
    package("SPDXRef-gem-#{spec.name.tr("_", "-")}", spec.name, spec.version.to_s, licence: spec.licenses.join(" OR "),
                                                                                   copyright: NONE, registry: "gem",
                                                                                   comment: asked && "The gem accepts #{asked}.")
  end

  # The code of others, and the code in it.
  def everything = @bundled.flat_map { |entry| [entry, *entry["contains"]] }

  def bundled(entry)
    file = entry["file"]
    sum = { algorithm: "SHA256", checksumValue: Digest::SHA256.file(File.join(@root, file)).hexdigest } if file
    package(reference(entry), entry["name"], entry["version"], licence: entry["licence"], copyright: entry["copyright"],
                                                               registry: "npm", packageFileName: file, checksums: sum && [sum])
  end

  def reference(entry) = "SPDXRef-npm-#{entry["name"]}"

  def package(id, name, version, licence:, copyright:, registry:, **more)
    purl = "pkg:#{registry}/#{[name, version].compact.join("@")}"
    { SPDXID: id, name: name, versionInfo: version, downloadLocation: NONE, filesAnalyzed: false, licenseConcluded: licence,
      licenseDeclared: licence, copyrightText: copyright, **more,
      externalRefs: [{ referenceCategory: "PACKAGE-MANAGER", referenceType: "purl", referenceLocator: purl }] }.compact
  end

  def relationships
    [relationship("SPDXRef-DOCUMENT", "DESCRIBES", OWN), *needs(@spec, OWN),
     *libraries.values.flat_map { |spec| needs(spec, library(spec)[:SPDXID]) },
     *@bundled.flat_map { |entry| [place(entry), *inner(entry)] }]
  end

  def needs(spec, id)
    spec.runtime_dependencies.filter_map { |dependency| libraries[dependency.name] }
        .map { |needed| relationship(id, "DEPENDS_ON", library(needed)[:SPDXID]) }
  end

  def place(entry)
    entry["tests"] ? relationship(reference(entry), "TEST_TOOL_OF", OWN) : relationship(OWN, "CONTAINS", reference(entry))
  end

  def inner(entry) = (entry["contains"] || []).map { |one| relationship(reference(entry), "CONTAINS", reference(one)) }

  def relationship(from, type, to) = { spdxElementId: from, relationshipType: type, relatedSpdxElement: to }
end

puts JSON.pretty_generate(Sbom.new(ARGV.fetch(0)).to_h) if $PROGRAM_NAME == __FILE__
