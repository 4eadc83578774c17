# frozen_string_literal: true

require "test_helper"
require "json"
require "stringio"

# The promises of guides/upgrading.md to readers of records and documents.
class UpgradingTest < Minitest::Test
  ROOT = Executable::ROOT
  GUIDE = "guides/upgrading.md"
  SCHEMAS = Dir["#{ROOT}/schema/*.json"].to_h { |path| [File.basename(path, ".json"), JSON.parse(File.read(path))] }.freeze
  # The formats of lib: "cachemark/run/1" ...
  NAMED = %r{SCHEMA = "(cachemark/[\w-]+/\d+)"}
  FORMATS = Dir["#{ROOT}/lib/**/*.rb"].flat_map { |path| File.read(path).scan(NAMED).flatten }.freeze

  def test_every_schema_has_the_name_of_its_file_and_a_version
    SCHEMAS.each do |name, schema|
      assert_match %r{\Acachemark/#{name}/\d+\z}, schema["title"]
      assert_equal schema["title"], schema.dig("properties", "schema", "const")
      assert_includes schema["required"], "schema"
    end
  end

  def test_every_schema_is_of_something_that_is_printed
    assert_empty SCHEMAS.values.map { |schema| schema["title"] } - FORMATS
  end

  def test_every_format_has_a_schema_or_a_line_in_the_guide
    described = GuidePages.text(GUIDE).scan(%r{`(cachemark/[\w-]+/\d+)`}).flatten

    assert_empty FORMATS - described - SCHEMAS.values.map { |schema| schema["title"] }
    assert_empty described - FORMATS
  end

  def test_every_version_of_the_record_stays_readable
    newest = Cachemark::Record::SCHEMA[/\d+\z/].to_i

    assert_equal (1..newest).map { |version| "cachemark/record/#{version}" }, Cachemark::Record::Reader::Upgrade::SCHEMAS
  end

  def test_reading_an_old_record_does_not_change_it
    old = MadeRecord.lines.map { |line| line["type"] == "run" ? line.merge("schema" => "cachemark/record/1") : line }
    with(old) do |path|
      before = File.read(path)

      assert_equal ["cachemark/run/1", before], [JSON.parse(shown(path))["schema"], File.read(path)]
    end
  end

  def test_a_newer_record_is_refused_with_its_version
    with([{ "type" => "run", "schema" => "cachemark/record/99" }]) do |path|
      error = assert_raises(Cachemark::Usage) { shown(path) }

      assert_equal 2, error.exit_code
      assert_match(%r{not a record of this version \(cachemark/record/99, expected #{Cachemark::Record::SCHEMA}\)}, error.what)
    end
  end

  def test_lines_and_fields_that_a_newer_cachemark_adds_are_ignored
    [MadeRecord.lines, MadeComparison.lines].each do |lines|
      newer = lines.flat_map { |line| [line.merge("humidity" => 1), { "type" => "weather", "cell" => "c1" }] }

      assert_equal with(lines) { |path| shown(path) }, with(newer) { |path| shown(path) }
    end
  end

  private

  def with(lines)
    FolderTree.open("r.jsonl" => lines.map { |line| "#{JSON.generate(line)}\n" }.join) { |folder| yield "#{folder}/r.jsonl" }
  end

  # The JSON document of a record.
  def shown(path)
    out = StringIO.new
    Cachemark::CLI::Show.new(out: out, err: StringIO.new).call([path, "--format", "json"])
    out.string
  end
end
