# frozen_string_literal: true

require "fileutils"
require "json"
require "tmpdir"
require_relative "../../check/printed"

# The code blocks, commands and files of README.md, guides/ and contributing/.
module GuidePages
  ROOT = Cachemark::ROOT
  PAGES = ["README.md", *Dir.glob("{guides,contributing}/*.md", base: ROOT).sort, "docs/case-study.md"].freeze
  # Every page of the project, for its links.
  MARKDOWN = Dir.glob(["*.md", "{guides,contributing,docs,bench,protocol,reference}/**/*.md"], base: ROOT).sort.freeze
  # One for each worker of the largest mode in the pages.
  PAIRS = JSON.generate(Array.new(16) { |number| ["key#{number}", "value"] }.to_h)
  COMMAND = %r{\A(?:bin/)?cachemark (.+)$}
  PROGRAMS = Check::Printed::Page::TYPED

  class << self
    def text(page) = File.read(File.join(ROOT, page))

    # [page, language, text] of each block.
    def blocks
      PAGES.flat_map { |page| text(page).scan(/^```(\w*)\n(.*?)^```$/m).map { |found| [page, *found] } }
    end

    def blocks_of(wanted) = blocks.select { |_, language, _| language == wanted }.map { |page, _, text| [page, text] }

    # { page => the lines of its blocks that are typed, in their order }. Raises where a block has both.
    def typed
      blocks_of("").each_with_object(Hash.new { |all, page| all[page] = [] }) do |(page, text), all|
        lines = text.lines(chomp: true)
        next unless lines.first.to_s.match?(PROGRAMS)

        stray = lines.find { |line| !line.match?(PROGRAMS) }
        raise "#{page}: among commands is #{stray}" if stray

        all[page].concat(lines)
      end
    end

    # [page, what follows `cachemark`] of each command in the text; those of blocks are typed.
    def spans
      found = PAGES.flat_map { |page| text(page).scan(/`([^`\n]+)`/).flatten.map { |span| [page, span[COMMAND, 1]] } }
      found.select { |_, line| line }.uniq
    end

    # { name in its first comment => text } of each YAML block that is a whole file.
    def files = blocks_of("yaml").to_h { |_, text| [text[/\A# (\S+\.yml)$/, 1], text] }.except(nil)

    # { path => text } of the blocks of a page that are whole files of the project. A YAML file has its path in its first line.
    # The path of a program is the last one before it.
    def whole_files(page)
      programs = text(page).split(/^```ruby\n/).each_cons(2).to_h do |before, after|
        [before.scan(%r{`([\w/.-]+/[\w.-]+\.rb)`}).flatten.last, after[/\A.*?(?=^```$)/m]]
      end
      files.select { |_, text| text(page).include?(text) }
           .merge(programs.select { |_, text| text.start_with?("# frozen", "# encoding") })
    end

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
