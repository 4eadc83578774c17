# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::SituationFolderTest < Minitest::Test
    include FixtureTree

    TEXT = "title: t\nhappens: h\ninvariant: i\nsource: s\njudges: [own-value]\ncontrols: [leaks]\nsteps: [{ subject: {} }]\n"

    def test_reads_all_that_lies_there_sorted
      assert_equal %w[cut/a cut/b], situations("cut/b.yml" => TEXT, "cut/a.yml" => TEXT).keys
    end

    def test_two_situations_have_no_case_in_common
      error = assert_raises(Usage) { situations("cut/a.yml" => TEXT, "cut/b.yml" => "form: cut/a\n#{TEXT}") }

      assert_match(%r{fault/cut/b.yml:1: /form gives a case the name cut/a, and cut/a.yml has one\nGive one}, error.message)
    end

    def test_a_file_that_is_wrong_is_named
      error = assert_raises(Usage) { situations("cut/a.yml" => TEXT, "cut/b.yml" => TEXT.sub("judges", "judgs")) }

      assert_match(%r{fault/cut/b.yml:5: /judgs is not known here\nDid you mean judges\?\z}, error.message)
    end

    private

    def situations(files)
      Dir.mktmpdir("cachemark-fault") do |root|
        plant(root, files.transform_keys { |place| "fault/#{place}" })
        reader = Catalog::SituationReader.new(schema: Catalog::Schema.new("#{ROOT}/catalog", "situation"), flaws: ["leaks"])
        Catalog::SituationFolder.new("#{root}/fault", reader: reader).situations
      end
    end
  end
end
