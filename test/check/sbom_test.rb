# frozen_string_literal: true

require "test_helper"
require "digest"
require "json"

module Check
  class SbomTest < Minitest::Test
    include FixtureTree

    CODE = "draw();\n"
    OWN = { name: "cachemark", versionInfo: "1.0.0", licenseDeclared: "MIT" }.freeze
    GEM = { name: "erubi", versionInfo: "1.13.1", licenseDeclared: "MIT" }.freeze
    VEGA = { name: "vega", versionInfo: "6.4.0", licenseDeclared: "BSD-3-Clause",
             checksums: [{ checksumValue: Digest::SHA256.hexdigest(CODE) }] }.freeze
    INNER = { name: "d3-array", versionInfo: "3.2.4", licenseDeclared: "ISC" }.freeze
    FILES = {
      "lib/cachemark/version.rb" => "VERSION = \"1.0.0\"", "lib/vega.min.js" => CODE,
      "cachemark.gemspec" => "  spec.add_dependency \"erubi\", \">= 1.13\", \"< 2\"\n",
      "setup/release/bundled.yml" => "- { name: vega, version: 6.4.0, licence: BSD-3-Clause, file: lib/vega.min.js,\n" \
                                     "    contains: [{ name: d3-array, version: 3.2.4, licence: ISC }] }\n",
      "THIRD-PARTY-LICENSES.md" => "vega 6.4.0, d3-array 3.2.4"
    }.freeze

    def test_accepts_one_that_lists_everything
      assert_empty problems
    end

    def test_there_has_to_be_one
      assert_equal ["docs/sbom.spdx.json: absent"], problems_of("sbom", FILES)
    end

    def test_another_version_of_the_gem_is_a_problem
      assert_match(/\Adocs.sbom.spdx.json: is of cachemark 0.9.0, and the gem is 1.0.0; make it again: setup.release.sbom.sh/,
                   only(OWN.merge(versionInfo: "0.9.0"), GEM, VEGA, INNER))
    end

    def test_a_library_that_is_absent_or_of_a_version_that_the_gem_refuses_is_a_problem
      assert_match(/lists erubi in no version, and cachemark.gemspec needs >= 1.13, < 2;/, only(OWN, VEGA, INNER))
      assert_match(/lists erubi 1.12.0, and/, only(OWN, GEM.merge(versionInfo: "1.12.0"), VEGA, INNER))
    end

    def test_code_of_others_that_changed_is_a_problem
      assert_match(/does not list vega 6.4.0 as it is here/, only(OWN, GEM, VEGA.merge(checksums: []), INNER))
      assert_match(/does not list d3-array 3.2.4 as it is here/, only(OWN, GEM, VEGA, INNER.merge(versionInfo: "3.2.3")))
    end

    def test_minified_code_that_nobody_listed_is_a_problem
      assert_equal ["lib/new.min.js: is not in setup/release/bundled.yml"], problems("lib/new.min.js" => "")
    end

    def test_a_package_without_a_licence_is_a_problem
      assert_equal "docs/sbom.spdx.json: erubi has no licence", only(OWN, GEM.merge(licenseDeclared: "NOASSERTION"), VEGA, INNER)
    end

    def test_every_package_is_named_where_the_licences_are
      assert_equal ["THIRD-PARTY-LICENSES.md: does not name d3-array 3.2.4"], problems("THIRD-PARTY-LICENSES.md" => "vega 6.4.0")
    end

    private

    def problems(files = {}, packages = [OWN, GEM, VEGA, INNER])
      problems_of("sbom", FILES.merge("docs/sbom.spdx.json" => JSON.generate(packages: packages), **files))
    end

    def only(*packages) = problems({}, packages).then { |all| all.one? ? all.first : flunk(all.inspect) }
  end
end
