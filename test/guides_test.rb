# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "json"
require "shellwords"
require "stringio"
require "tmpdir"
require "yaml"

# What README and the guides show is true: commands are possible, files are valid, links lead somewhere.
class GuidesTest < Minitest::Test
  ROOT = Cachemark::ROOT
  PAGES = ["README.md", *Dir.children(File.join(ROOT, "guides")).sort.map { |name| "guides/#{name}" }].freeze
  QUIET = [%w[help], %w[list scenarios], %w[list suites]].freeze
  KINDS = { "gem" => "client", "steps" => "scenario", "contenders" => "suite" }.freeze
  NO_GEM = Struct.new(:version)

  # The pages with their code blocks: [page, language, text].
  def self.blocks
    PAGES.flat_map { |page| File.read(File.join(ROOT, page)).scan(/^```(\w*)\n(.*?)^```$/m).map { |found| [page, *found] } }
  end

  # [page, words after `cachemark`] of the command lines in blocks and in the text.
  def self.commands
    shown = blocks.flat_map { |page, _, text| text.lines.map { |line| [page, line] } }
    inline = PAGES.flat_map { |page| File.read(File.join(ROOT, page)).scan(/`((?:bin\/)?cachemark [^`\n]+)`/).map { |line| [page, line.first] } }
    (shown + inline).filter_map { |page, line| [page, line[/\A(?:bin\/)?cachemark(?: (.*))?$/, 1]] if line.match?(/\A(bin\/)?cachemark /) }.uniq
  end

  # A tree with the files that the pages show, and the folders that they speak of.
  def in_their_world
    Dir.mktmpdir do |dir|
      FileUtils.cp_r(File.join(ROOT, "catalog"), dir)
      FileUtils.mkdir_p("#{dir}/work")
      FileUtils.mkdir_p("#{dir}/dalli/lib")
      files.each { |name, text| put(dir, name, text) }
      Dir.chdir("#{dir}/work") { yield Cachemark::Catalog.load(dir) }
    end
  end

  def put(dir, name, text)
    path = File.join(name.start_with?("catalog/") ? dir : "#{dir}/work", name)
    FileUtils.mkdir_p(File.dirname(path))
    File.write(path, text)
  end

  # { name in the first comment => text } of the YAML blocks that are whole files.
  def files
    self.class.blocks.filter_map { |_, language, text| [text[/\A# (\S+\.yml)$/, 1], text] if language == "yaml" }.to_h.except(nil)
  end

  def parse(words)
    name, *rest = words
    command = Cachemark::CLI.command(name).new(out: StringIO.new, err: StringIO.new)
    [command, command.send(:parse, rest), command.instance_variable_get(:@options)]
  end

  # What `run` would measure, without a registry's network for what is measured by name only.
  def select(words, options, catalog)
    registry = Cachemark::Env::Registry.new(cache: WarmCache.path, offline: false)
    Cachemark::CLI::Selection.new(words, options.except(:locked), catalog: catalog, versions: registry, runtime: NO_GEM.new(RUBY_VERSION)).job
  end

  def test_every_command_names_what_exists
    in_their_world do |catalog|
      self.class.commands.each do |page, line|
        name, words, options = parsed(line)
        assert_operator select(words, options, catalog).cells.size, :>=, 1, "#{page}: #{line}" if name == "run"
      rescue Cachemark::Error => error
        flunk "#{page}: cachemark #{line}: #{error.message}"
      end
    end
  end

  # Words in capitals stand for what the reader puts there.
  def parsed(line)
    words = Shellwords.split(line.gsub("/opt/ruby-3.4/bin/ruby", RbConfig.ruby))
    _, rest, options = parse(words)
    [words.first, rest, options]
  end

  def test_the_cheap_commands_run
    shown = self.class.commands.map { |_, line| Shellwords.split(line) }
    (shown & QUIET).each do |words|
      out = StringIO.new

      assert_equal 0, Cachemark::CLI.call(words, out: out, err: out), words.join(" ")
      refute_empty out.string
    end
  end

  def test_every_script_is_there
    self.class.blocks.flat_map { |page, _, text| text.scan(%r{^bin/\w+}).map { |script| [page, script] } }.each do |page, script|
      assert File.executable?(File.join(ROOT, script)), "#{page}: #{script}"
    end
  end

  def test_every_yaml_file_is_valid
    self.class.blocks.each do |page, language, text|
      data = language == "yaml" ? YAML.safe_load(text) : {}
      kind = KINDS.find { |key, _| data.is_a?(Hash) && data.key?(key) }&.last or next

      assert_empty Cachemark::Catalog::Schema.new(File.join(ROOT, "catalog"), kind).errors(data).map { |error| error["error"] }, "#{page}: #{text}"
    end
  end

  def test_every_ruby_block_parses
    self.class.blocks.select { |_, language, _| language == "ruby" }.each do |page, _, text|
      assert RubyVM::InstructionSequence.compile(text), page
    end
  end

  def test_every_link_leads_to_a_file
    PAGES.each do |page|
      File.read(File.join(ROOT, page)).scan(/\]\((?!https?:)([^)#]+)/).flatten.each do |target|
        assert_path_exists File.expand_path(target, File.dirname(File.join(ROOT, page))), page
      end
    end
  end

  def test_the_guide_to_results_names_every_field
    text = File.read(File.join(ROOT, "guides/reading-the-results.md"))
    schema = JSON.parse(File.read(File.join(ROOT, "schema/run.json")))
    fields = [schema, schema.dig("$defs", "row"), schema.dig("$defs", "latencies")].flat_map { |part| part["properties"].keys }

    assert_empty(fields.uniq.reject { |field| text.include?("`#{field}`") })
  end

  def test_every_guide_is_named_in_the_readme
    readme = File.read(File.join(ROOT, "README.md"))

    assert_empty(PAGES.drop(1).reject { |page| readme.include?("(#{page})") })
  end
end
