# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::AdvisoryTest < Minitest::Test
    CATALOG = Catalog.load
    SHIPPED = CATALOG.advisories.values.freeze

    def test_every_shipped_advisory_is_valid_and_has_the_name_of_its_file
      schema = Catalog::Document::Schema.new("#{ROOT}/catalog", "advisory")
      Dir.glob("#{ROOT}/catalog/advisories/*.yml").each do |path|
        document = Catalog::Document.read(path)
        schema.check(document)
        assert_equal File.basename(path, ".yml"), document.data["id"]
      end
      refute_empty SHIPPED
    end

    def test_every_pattern_names_cases_of_faults_with_controls
      faults = CATALOG.faults.values.flat_map { |fault| fault.case_ids.map { |id| [id, fault] } }.to_h
      SHIPPED.each do |advisory|
        advisory.lines.flat_map(&:cases).uniq.each do |glob|
          found = faults.select { |id, _| File.fnmatch?(glob, id, File::FNM_EXTGLOB) }
          refute_empty found, "#{advisory.id}: #{glob}"
          assert(found.values.all? { |fault| fault.controls.any? })
        end
      end
    end

    def test_a_line_is_named_after_its_fixed_release_and_fixes_the_next_one
      SHIPPED.each do |advisory|
        assert_equal advisory.lines.size, advisory.lines.map(&:name).uniq.size
        advisory.lines.each do |line|
          assert_equal line.fixed[/\A\d+\.\d+/], line.name
          order = [line.since, *line.affected, line.fixed, line.ending].map { |one| Gem::Version.new(one) }
          assert_equal order.sort, order, line.name
        end
        advisory.shown.each { |line| assert_operator Gem::Version.new(line.affected), :<, Gem::Version.new(line.fixed) }
        advisory.lines.each do |line|
          assert_nil line.state(Gem::Version.new(line.ending))
          assert_equal "affected", line.state(Gem::Version.new("#{line.ending}.rc1"))
        end
      end
    end

    def test_an_unknown_advisory_is_refused_with_the_nearest
      error = assert_raises(Usage) { CATALOG.advisory(SHIPPED.first.id.sub(/.\z/, "")) }

      assert_match(/unknown advisory/, error.what)
      assert_includes error.try, SHIPPED.first.id
    end
  end
end
