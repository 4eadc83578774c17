# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::FaultFolderTest < Minitest::Test
    include FixtureTree

    TEXT = "title: t\nhappens: h\ninvariant: i\nsource: s\njudges: [own-value]\ncontrols: [leaks]\nsteps: [{ subject: {} }]\n"

    def test_reads_all_that_lies_there_sorted
      assert_equal %w[cut/a cut/b], faults("cut/b.yml" => TEXT, "cut/a.yml" => TEXT).keys
    end

    def test_two_faults_have_no_case_in_common
      error = assert_raises(Usage) { faults("cut/a.yml" => TEXT, "cut/b.yml" => "form: cut/a\n#{TEXT}") }

      assert_match(%r{fault/cut/b.yml:1: /form gives a case the name cut/a, and cut/a.yml has one\nGive one}, error.message)
    end

    def test_a_file_that_is_wrong_is_named
      error = assert_raises(Usage) { faults("cut/a.yml" => TEXT, "cut/b.yml" => TEXT.sub("judges", "judgs")) }

      assert_match(%r{fault/cut/b.yml:5: /judgs is not known here\nDid you mean judges\?\z}, error.message)
    end

    private

    def faults(files)
      Dir.mktmpdir("cachemark-fault") do |root|
        plant(root, files.transform_keys { |place| "fault/#{place}" })
        reader = Catalog::FaultReader.new(schema: Catalog::Schema.new("#{ROOT}/catalog", "fault"), mutants: ["leaks"])
        Catalog::FaultFolder.new("#{root}/fault", reader: reader).faults
      end
    end
  end
end
