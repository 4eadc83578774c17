# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Vocabulary::LanguageTest < Minitest::Test
    include FixtureTree

    PLAIN = <<~YAML
      name: plain
      title: Plain
      driver: driver.rb
      option: plain
      packages: gems
      modes: []
      checkout: { folder_patterns: [a], versions: [b], sources: [c] }
    YAML

    def test_reads_all_of_a_file
      root, made = language(MadeArchive::LANGUAGE)

      assert_equal ["made", "debian", "#{root}/made/driver.sh"], [made.name, made.packages, made.program]
      assert_equal ["#{root}/made/probe.sh", "#{root}/made/build.sh", { "MADE" => "1" }],
                   made.environment.to_h.values_at(:probe, :build, :variables)
      assert_equal %w[made1 made2 made3], made.runtimes.keys
      assert_equal %w[usr/bin/made usr/bin/made], made.runtimes.values_at("made1", "made3").map(&:start)
      assert_equal [nil, "usr/bin/made"], made.runtimes.values_at("made1", "made3").map(&:launcher)
      assert_equal ["older", %w[made-dev], nil], made.runtimes["made1"].to_h.values_at(:suite, :building, :additions)
      additions = made.runtimes["made2"].additions
      assert_equal "fast", additions.mode
      assert_equal [%w[one first], %w[two second]], additions.libraries.map { |library| [library.name, library.source] }
      assert_equal %w[made one two repo], made.code_options
    end

    def test_a_language_whose_libraries_need_no_debian_needs_little
      _, plain = language(PLAIN)

      assert_nil plain.environment
      assert_empty plain.counting
      assert_empty plain.runtimes
      refute plain.own
    end

    def test_the_schema_requires_the_parts_that_debian_needs
      schema = Catalog::Document::Schema.new("#{ROOT}/catalog", "language")
      Dir.mktmpdir do |root|
        plant(root, "whole.yml" => MadeArchive::LANGUAGE, "half.yml" => MadeArchive::LANGUAGE.sub(/^runtimes:.*/m, ""))
        schema.check(Catalog::Document.read("#{root}/whole.yml"))
        error = assert_raises(Usage) { schema.check(Catalog::Document.read("#{root}/half.yml")) }
        assert_match(/needs search\nsee contributing\/language\.md/, error.message)
      end
    end

    def test_a_language_has_the_name_of_its_folder
      Dir.mktmpdir do |root|
        plant(root, "lua/language.yml" => PLAIN)
        error = assert_raises(Usage) { Vocabulary::Language.below(root) }

        assert_equal "#{root}/lua/language.yml: the name is plain, and the folder is lua\nwrite name: lua", error.message
      end
    end

    def test_each_shipped_language_fits_the_schema_and_has_the_name_of_its_folder
      schema = Catalog::Document::Schema.new("#{ROOT}/catalog", "language")
      Vocabulary::Language.all.each do |name, language|
        schema.check(Catalog::Document.read("#{ROOT}/drivers/#{name}/language.yml"))
        assert_path_exists language.program
        assert_equal [{ "c" => "cc" }.fetch(name, name), "repo"], language.code_options - ["jit"] - language.addition_options
      end
    end

    def test_a_runtime_with_a_jit_is_recognised_by_its_description
      ruby, python = %w[ruby python].map { |name| Vocabulary::Language.all.fetch(name) }

      assert(["ruby 3.3.8 (2025-04-09) +YJIT [x86_64-linux]", "jruby 9.4.8.0 (3.1.4)"].all? { |text| ruby.jit?(text) })
      refute ruby.jit?("ruby 3.4.1 (2024-12-25) +PRISM [x86_64-linux]")
      assert_equal [true, false], ["PyPy 3.9.16 [x86_64-linux]", "Python 3.11.2 [x86_64-linux]"].map { |text| python.jit?(text) }
      refute language(PLAIN).last.jit?("plain")
    end

    def test_one_language_runs_cachemark
      assert_equal 1, Vocabulary::Language.all.values.count(&:own)
      assert_equal "ruby", Vocabulary::Language.own.name
    end

    def test_the_first_runtime_is_the_default
      assert_nil Vocabulary::Language.all["ruby"].own_runtime
      assert_equal "python3", Vocabulary::Language.all["python"].own_runtime
    end

    private

    def language(text)
      Dir.mktmpdir do |root|
        plant(root, "made/language.yml" => text)
        return [root, Vocabulary::Language.read("#{root}/made/language.yml")]
      end
    end
  end
end
