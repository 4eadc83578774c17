# frozen_string_literal: true

require "test_helper"

module Cachemark
  # `bin/check published` compares the files with the pages.
  class Catalog::FindingTest < Minitest::Test
    CATALOG = Catalog.load
    SHIPPED = CATALOG.findings.values.freeze

    def test_every_shipped_finding_is_valid
      schema = Catalog::Document::Schema.new("#{ROOT}/catalog", "finding")
      Dir.glob("#{ROOT}/catalog/findings/*.yml").each { |path| schema.check(Catalog::Document.read(path)) }
      refute_empty SHIPPED
    end

    def test_every_line_names_a_client_its_options_and_its_cases
      cases = CATALOG.faults.values.flat_map(&:case_ids)
      SHIPPED.each do |finding|
        finding.lines.each do |line|
          assert_empty line.options.keys - CATALOG.client(line.client).options.keys, finding.id
          line.cases.each { |glob| assert(cases.any? { |id| File.fnmatch?(glob, id, File::FNM_EXTGLOB) }, "#{finding.id}: #{glob}") }
        end
      end
    end

    def test_releases_between_before_and_after_those_that_were_tried
      line = Catalog::Affected.new(client: "dalli", since: "2.0", tried: %w[2.1 2.3], fixed: "3.0")
      states = { "1.9" => nil, "2.0.rc1" => "untried", "2.0" => "untried", "2.2" => "affected", "2.4" => "untried",
                 "3.0.rc1" => "untried", "3.0" => nil }

      assert_equal states, states.to_h { |version, _| [version, line.state(Gem::Version.new(version))] }
      assert_equal "untried", line.with(fixed: nil).state(Gem::Version.new("9"))
      assert_nil line.with(fixed: nil, before: "4").state(Gem::Version.new("4"))
    end
  end
end
