# frozen_string_literal: true

require "test_helper"
require "json"
require "rbconfig"
require "shellwords"
require "stringio"
require "yaml"
require_relative "../check/strings"

# README and the guides are correct: commands are possible, files are valid, links lead somewhere.
class GuidesTest < Minitest::Test
  KINDS = { "gem" => "client", "judges" => "fault", "steps" => "scenario", "contenders" => "suite" }.freeze
  Runtime = Struct.new(:version)
  # Figures, and words that differ from note to note.
  FACT = /\d+(?: %)?|\b(?:X=on|X|Marshal|(?:get|set)_multi|reads|stores|writes|servers|an exception)\b/

  # Commands in blocks are typed: guides_typed_test.rb.
  def test_every_command_in_the_text_names_what_exists
    GuidePages.in_their_world do |catalog|
      GuidePages.spans.each do |page, line|
        check(line, catalog)
      rescue Cachemark::Error => error
        flunk "#{page}: cachemark #{line}: #{error.message}"
      end
    end
  end

  def test_every_yaml_file_is_valid
    GuidePages.blocks_of("yaml").each do |page, text|
      data = YAML.safe_load(text)
      kind = data.is_a?(Hash) && KINDS.find { |key, _| data.key?(key) }&.last or next
      errors = Cachemark::Catalog::Document::Schema.new(File.join(GuidePages::ROOT, "catalog"), kind).errors(data)

      assert_empty errors.map { |error| error["error"] }, "#{page}: #{text}"
    end
  end

  def test_every_ruby_block_parses
    GuidePages.blocks_of("ruby").each { |page, text| assert RubyVM::InstructionSequence.compile(text), page }
  end

  def test_every_link_leads_to_a_file
    GuidePages::MARKDOWN.each do |page|
      GuidePages.text(page).scan(/\]\((?!https?:)([^)#]+)/).flatten.each do |target|
        assert_path_exists File.expand_path(target, File.dirname(File.join(GuidePages::ROOT, page))), page
      end
    end
  end

  # Of a note with figures, the words around them.
  def test_every_note_that_a_guide_explains_is_one_that_reports_have
    said = sentences
    notes = GuidePages.text("guides/reading-the-results.md")[/^## Notes$.*?(?=^## )/m].scan(/^\| (`.*?) \|/).flatten
    parts = notes.flat_map { |cell| cell.scan(/`([^`]+)`/).flatten }.flat_map { |note| note.split(FACT) }

    assert_operator notes.size, :>, 10
    assert_empty(parts.reject { |words| words.split.size < 3 || said.include?(words.strip) })
  end

  def test_every_guide_is_named_in_the_index
    index = GuidePages.text("guides/README.md")
    guides = GuidePages::PAGES - %w[README.md guides/README.md]

    assert_empty(guides.reject { |page| index.include?("(#{page.start_with?("guides/") ? File.basename(page) : "../#{page}"})") })
    assert_includes GuidePages.text("README.md"), "(guides/README.md)"
  end

  def test_every_anchor_is_a_heading
    GuidePages::MARKDOWN.each do |page|
      GuidePages.text(page).scan(/\]\((?!https?:)([^)#]*)#([^)]+)\)/) do |target, anchor|
        path = target.empty? ? page : File.join(File.dirname(page), target)
        headings = File.read(File.expand_path(path, GuidePages::ROOT)).scan(/^#+ (.*)$/).flatten

        assert_includes headings.map { |heading| heading.downcase.gsub(/[^\w\s-]/, "").tr(" ", "-") }, anchor, page
      end
    end
  end

  private

  # All sentences that reports are made of.
  def sentences
    Dir.glob("lib/cachemark/report/sentences{.rb,/*.rb}", base: GuidePages::ROOT).flat_map do |path|
      Check::Strings.new(GuidePages.text(path)).literals.map(&:text)
    end.join("\n")
  end

  # Every command line parses, and a `run` selects something to measure.
  def check(line, catalog)
    name, *words = Shellwords.split(line.gsub("/opt/ruby-3.4/bin/ruby", RbConfig.ruby))
    command = Cachemark::CLI.command(name).new(out: StringIO.new, err: StringIO.new)
    contenders = command.send(:parse, words)
    return unless name == "run"

    options = command.instance_variable_get(:@options).except(:locked)
    return if contenders.empty? && !options[:suite] # the default suite has the newest runtimes of a machine

    refute_empty selection(contenders, options, catalog).task.cells, line
  end

  def selection(contenders, options, catalog)
    registry = Cachemark::Env::Registry.new(cache: WarmCache.path, offline: false)
    Cachemark::CLI::Selection.new(contenders, options, catalog: catalog, versions: registry, runtime: Runtime.new(RUBY_VERSION))
  end
end
