# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::SituationReaderTest < Minitest::Test
    TEXT = "title: t\nhappens: h\ninvariant: i\nsource: s\njudges: [own-value]\nsteps: [{ subject: {} }]\n"

    def test_its_place_is_its_id
      situation = read(TEXT)

      assert_equal ["cut/short", "cut/short", ["own-value"], 1, []],
                   situation.to_h.values_at(:id, :form, :judges, :repeats, :controls)
    end

    def test_its_variables_are_in_the_ids_of_its_cases
      assert_equal "cut/short-{call}-{at}", read("#{TEXT}over: { call: [get], at: [1] }\n").form
      assert_equal "cut/short-of-{call}", read("#{TEXT}form: cut/short-of-{call}\nover: { call: [get] }\n").form
    end

    def test_every_file_of_the_catalogue_fits_the_schema
      schema = Catalog::Schema.new("#{ROOT}/catalog", "situation")
      paths = Dir["#{ROOT}/catalog/fault/**/*.yml"]

      refute_empty paths
      paths.each { |path| schema.check(Catalog::Document.read(path)) }
    end

    def test_no_two_cases_have_one_id
      twins = Fault::Case.all(Catalog.load.situations.values).map(&:id).tally.select { |_, count| count > 1 }

      assert_empty twins
    end

    private

    def read(text) = Catalog::SituationReader.read(Catalog::Document.new("/x/catalog/fault/cut/short.yml", text))
  end
end
