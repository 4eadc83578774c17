# frozen_string_literal: true

require "fileutils"
require "json"
require "tmpdir"

# What README.md and guides/ show: their code blocks, commands and files.
module GuidePages
  ROOT = Cachemark::ROOT
  PAGES = ["README.md", *Dir.children("#{ROOT}/guides").sort.map { |name| "guides/#{name}" }].freeze
  # As many as a mode of the pages has workers.
  PAIRS = JSON.generate(Array.new(16) { |number| ["key#{number}", "value"] }.to_h)
  COMMAND = %r{\A(?:bin/)?cachemark (.+)$}

  class << self
    def text(page) = File.read(File.join(ROOT, page))

    # [page, language, text] of each block.
    def blocks
      PAGES.flat_map { |page| text(page).scan(/^```(\w*)\n(.*?)^```$/m).map { |found| [page, *found] } }
    end

    def blocks_of(wanted) = blocks.select { |_, language, _| language == wanted }.map { |page, _, text| [page, text] }

    # [page, what follows `cachemark`] of each command, in blocks and in the text.
    def commands
      lines = blocks.flat_map { |page, _, text| text.lines.map { |line| [page, line.chomp] } }
      spans = PAGES.flat_map { |page| text(page).scan(/`([^`\n]+)`/).map { |span| [page, span.first] } }
      (lines + spans).filter_map { |page, line| [page, line[COMMAND, 1]] if line.match?(COMMAND) }.uniq
    end

    # { name in its first comment => text } of each YAML block that is a whole file.
    def files = blocks_of("yaml").to_h { |_, text| [text[/\A# (\S+\.yml)$/, 1], text] }.except(nil)

    # Yields the catalogue, in a folder where the files that the pages show and the folders that they speak of exist.
    def in_their_world
      Dir.mktmpdir do |dir|
        FileUtils.cp_r("#{ROOT}/catalog", dir)
        FileUtils.mkdir_p(["#{dir}/here", "#{dir}/dalli/lib"])
        Dir.glob("#{ROOT}/drivers/*/language.yml") { |path| put(path.sub(ROOT, dir), File.read(path)) }
        %w[data pairs].each { |name| put("#{dir}/here/#{name}.json", PAIRS) }
        files.each { |name, text| put(name.start_with?("catalog/") ? "#{dir}/#{name}" : "#{dir}/here/#{name}", text) }
        Dir.chdir("#{dir}/here") { yield Cachemark::Catalog.load(dir) }
      end
    end

    private

    def put(path, text)
      FileUtils.mkdir_p(File.dirname(path))
      File.write(path, text)
    end
  end
end
