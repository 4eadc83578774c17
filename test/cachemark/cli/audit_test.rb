# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"

module Cachemark
  class CLI::AuditTest < Minitest::Test
    include ACommand

    # Lock files as their tools write them, the exit code, and the bugs that hold.
    PROJECTS = {
      "rails" => [MadeAudit.gems(activesupport: "7.1.3", dalli: "3.2.8", rails: "7.1.3"), 1, 8, 4],
      "rails-5.3.2" => [MadeAudit.gems(activesupport: "8.1.4", dalli: "5.3.2", rails: "8.1.4"), 1, 0, 4],
      "requirements" => [MadeAudit.requirements("pymemcache==4.0.0", "python-memcached==1.62"), 1, 0, 5],
      "poetry" => [{ "poetry.lock" => "[[package]]\nname = \"pylibmc\"\nversion = \"1.6.3\"\n" }, 1, 0, 7],
      "uv" => [{ "uv.lock" => %w[pymemcache\ 4.0.0 django\ 4.2.28].map do |package|
        format("[[package]]\nname = \"%s\"\nversion = \"%s\"\nsource = { registry = \"https://example.org\" }\n", *package.split)
      end.join }, 1, 0, 3]
    }.freeze

    def test_five_projects
      PROJECTS.each do |name, (files, code, advisories, findings)|
        path = folder(name, files)
        assert_equal code, command("audit", path, "--format", "json"), name
        document = JSON.parse(out.string)
        held = document["clients"].flat_map { |client| client["known"] }.select { |one| one["state"] == "affected" }
        counts = held.uniq { |one| one["id"] }.map { |one| one["kind"] }.tally

        assert_equal [advisories, findings], [counts.fetch("advisory", 0), counts.fetch("finding", 0)], name
        assert_empty JSONSchemer.schema(Pathname("#{ROOT}/schema/audit.json")).validate(document).map { |error| error["error"] }
      end
    end

    def test_the_working_folder_and_a_file
      Dir.chdir(folder("rails", PROJECTS["rails"].first)) do
        assert_equal 1, command("audit", "--output", "audit.md")
        assert_equal "Report: audit.md\n", err.string
        assert_match(/\A## Cachemark audit\n\n\*\*8 advisories and 4 findings hold for dalli/, File.read("audit.md"))
      end
    end

    def test_a_folder_without_lock_files
      error = assert_raises(Trouble) { command("audit", folder("empty", {})) }

      assert_match(/\A#{@home}.empty has no lock file that Cachemark reads\nTry: name the folder of a project/, error.report)
      assert_equal 3, error.exit_code
    end

    def test_the_name_of_a_folder_is_shown_as_text
      assert_includes refused("audit", "\e[31mno\nne"), 'audit: there is no folder \e[31mno\nne'
      error = assert_raises(Trouble) { command("audit", folder("\e]0;x\a", {})) }

      refute_match(/[\e\a]/, error.report)
    end

    private

    def folder(name, files)
      path = File.join(@home, name)
      FileUtils.mkdir_p(path)
      files.each { |file, text| File.binwrite(File.join(path, file), text) }
      path
    end
  end
end
