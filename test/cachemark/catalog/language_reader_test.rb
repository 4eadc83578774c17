# frozen_string_literal: true

require "test_helper"

class CatalogLanguageReaderTest < Minitest::Test
  include FixtureTree

  def language(text = MadeArchive::LANGUAGE)
    Dir.mktmpdir do |root|
      plant(root, "made/language.yml" => text)
      return [root, Cachemark::Catalog::LanguageReader.read(Cachemark::Catalog::Document.read("#{root}/made/language.yml"))]
    end
  end

  def test_reads_all_of_it
    root, made = language

    assert_equal ["made", "debian", "#{root}/made/driver.sh"], [made.name, made.packages, made.program]
    assert_equal ["#{root}/made/probe.sh", "#{root}/made/build.sh", { "MADE" => "1" }],
                 made.environment.to_h.values_at(:probe, :build, :variables)
    assert_equal %w[made1 made2], made.runtimes.keys
    assert_equal ["older", %w[made-dev], nil], made.runtimes["made1"].to_h.values_at(:suite, :building, :sources)
    assert_equal ["fast", %w[first second]], made.runtimes["made2"].sources.to_h.values_at(:mode, :packages)
  end

  def test_a_language_whose_libraries_need_no_debian_needs_little
    _, plain = language(<<~YAML)
      name: plain
      title: Plain
      driver: driver.rb
      option: plain
      packages: gems
      modes: []
      checkout: { marks: [a], versions: [b], sources: [c] }
    YAML

    assert_nil plain.environment
    assert_empty plain.runtimes
  end

  def test_what_debian_needs_is_in_the_schema
    folder = "#{Cachemark::ROOT}/catalog"
    schema = Cachemark::Catalog::Schema.new(folder, "language")
    Dir.mktmpdir do |root|
      plant(root, "whole.yml" => MadeArchive::LANGUAGE, "half.yml" => MadeArchive::LANGUAGE.sub(/^runtimes:.*/m, ""))
      schema.check(Cachemark::Catalog::Document.read("#{root}/whole.yml"))
      error = assert_raises(Cachemark::Usage) { schema.check(Cachemark::Catalog::Document.read("#{root}/half.yml")) }
      assert_match(/needs runtimes/, error.message)
    end
  end
end
