# frozen_string_literal: true

require "test_helper"
require "json"

# setup/release/sbom.sh prints the software bill of materials.
class SbomProcessTest < Minitest::Test
  KEPT = JSON.parse(File.read("#{Executable::ROOT}/docs/sbom.spdx.json")).freeze

  # Libraries may have newer versions here.
  def test_lists_the_same_packages_as_the_kept_one
    result = Executable.run(program: "setup/release/sbom.sh")
    made = JSON.parse(result.out)

    assert_equal [0, ""], [result.status, result.err]
    assert_equal licences(KEPT), licences(made)
    assert_equal KEPT["relationships"], made["relationships"]
    assert_match(/\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\z/, made.dig("creationInfo", "created"))
  end

  def test_every_package_has_a_place
    ids = KEPT["packages"].map { |package| package["SPDXID"] }
    relations = KEPT["relationships"].map do |relation|
      relation.values_at("spdxElementId", "relationshipType", "relatedSpdxElement")
    end

    assert_equal ids.uniq, ids
    assert_empty ids - relations.flatten
    assert_empty relations.flat_map { |from, _, to| [from, to] }.uniq - ids - ["SPDXRef-DOCUMENT"]
    assert_includes relations, %w[SPDXRef-DOCUMENT DESCRIBES SPDXRef-cachemark]
    assert_includes relations, %w[SPDXRef-cachemark DEPENDS_ON SPDXRef-gem-json-schemer]
    assert_includes relations, %w[SPDXRef-gem-json-schemer DEPENDS_ON SPDXRef-gem-hana]
    assert_includes relations, %w[SPDXRef-npm-vega CONTAINS SPDXRef-npm-d3-array]
    assert_includes relations, %w[SPDXRef-npm-axe-core TEST_TOOL_OF SPDXRef-cachemark]
  end

  private

  def licences(document) = document["packages"].to_h { |package| package.values_at("name", "licenseDeclared") }
end
