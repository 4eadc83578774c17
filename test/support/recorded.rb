# frozen_string_literal: true

require "fileutils"
require "json"
require "minitest/mock"
require "stringio"
require "tmpdir"
require "zlib"

# Records that are kept in test/recorded/records, and what Cachemark showed of each of them when they were made.
#
#   Recorded.items.each { |item| assert_equal item.expected, item.text }
module Recorded
  ROOT = File.expand_path("../recorded", __dir__)
  # terminal-80 is a terminal of 80 columns.
  FORMATS = %w[terminal terminal-80 classic gevent markdown html json csv tidy benchstat github-action-benchmark bencher github
               junit].freeze
  # Reports for people.
  READ = %w[terminal terminal-80 markdown html].freeze
  # Records that other tests have, too.
  ELSEWHERE = { "selftest" => File.expand_path("../fixtures/selftest.jsonl", __dir__) }.freeze
  HISTORY = { "list" => %w[list], "changes" => %w[changes],
              "trend-set" => ["trend", "memcache-client,timeout=off", "client/set"],
              "trend-get" => ["trend", "memcache-client,timeout=off", "client/get", "--last", "3"],
              "trend-release" => %w[trend dalli client/get] }.freeze

  # One report: of which record, in which format; `argv` answers the words for it, once it is shown.
  Item = Struct.new(:name, :format, :argv) do
    def path = File.join(ROOT, "expected", name, format)
    def expected = Recorded.read(path)
    def code = Recorded.exits.fetch(name).fetch(format)

    # [exit code, text]
    def show = @show ||= Recorded.run(*argv.call, columns: format == "terminal-80" ? 80 : nil)
  end

  # A terminal with N columns.
  class Screen < StringIO
    attr_accessor :columns

    def tty? = true
    def winsize = [24, columns]
  end

  class << self
    # The table of a run got another layout in 1.1.0. JSON, CSV and the other formats of programs have its figures.
    #: () -> Array[Item]
    def items
      names.flat_map { |name| (table?(name) ? FORMATS - READ : FORMATS).map { |format| show(name, format) } } +
        HISTORY.flat_map { |name, words| history(name, words) }
    end

    # Array[String]: the records, by name.
    def names = @names ||= [*files("records").map { |path| File.basename(path)[/\A[^.]+/] }, *ELSEWHERE.keys].sort

    #: (String) -> String
    def record(name) = File.join(dir, "#{name}.jsonl")

    # Array[String]: the names of all contenders in the records.
    def contenders
      @contenders ||= Dir[File.join(dir, "*.jsonl"), File.join(dir, "kept", "*.jsonl")].flat_map do |path|
        File.read(path).scan(/"(?:contender|baseline|notation)":"([^"]+)"/).flatten.uniq
      end.uniq
    end

    # Hash: name => format => exit code.
    def exits = @exits ||= JSON.parse(read(File.join(ROOT, "expected", "exits.json")))

    # The text of a file, which may be compressed.
    #: (String) -> String
    def read(path)
      return File.read(path, encoding: "UTF-8") unless File.exist?("#{path}.gz")

      Zlib::GzipReader.open("#{path}.gz") { |file| file.read.force_encoding("UTF-8") }
    end

    # Runs a command in this process, with a separate state: [exit code, what it printed].
    #: (*String, ?columns: Integer?) -> [Integer, String]
    def run(*argv, columns: nil)
      out = columns ? Screen.new.tap { |screen| screen.columns = columns } : StringIO.new
      code = with_state { with_subjects { Cachemark::CLI.call(argv, out: out, err: StringIO.new) } }
      [code, out.string.gsub("#{dir}/", "")]
    rescue Cachemark::Error => error
      [error.exit_code, error.message]
    end

    # Hash[String, String]: the files of a site of the history, by path.
    def site
      @site ||= begin
        folder = File.join(dir, "site")
        run("publish", folder, "--history", kept)
        Dir[File.join(folder, "**/*")].select { |path| File.file?(path) }.sort.to_h do |path|
          [path.delete_prefix("#{folder}/"), File.binread(path).force_encoding("UTF-8")]
        end
      end
    end

    private

    def table?(name) = name.start_with?("run-") && name != "run-rate"

    def show(name, format) = Item.new(name, format, -> { ["show", record(name), *option(format)] })
    def option(format) = format.start_with?("terminal") ? [] : ["--format", format]

    def history(name, words)
      %w[terminal terminal-80 markdown json].map do |format|
        Item.new("history-#{name}", format, -> { ["history", *words, *option(format), "--history", kept] })
      end
    end

    # The folder with all records as they were written.
    def dir
      @dir ||= Dir.mktmpdir("cachemark-recorded").tap do |dir|
        at_exit { FileUtils.rm_rf(dir) } # of the process that runs the tests
        @dir = dir
        names.each { |name| File.write(record(name), read(ELSEWHERE.fetch(name, File.join(ROOT, "records", "#{name}.jsonl")))) }
        FileUtils.mkdir_p(File.join(dir, "kept"))
        files("records/history").each do |path|
          File.write(File.join(dir, "kept", File.basename(path, ".gz")), read(path.delete_suffix(".gz")))
        end
      end
    end

    def files(folder) = Dir[File.join(ROOT, folder, "*.jsonl{,.gz}")].sort

    # A history of the records in records/history.
    def kept
      @kept ||= File.join(dir, "history").tap do |folder|
        run("history", "add", *Dir[File.join(dir, "kept", "*")].sort, "--history", folder)
      end
    end

    # Every format shows the same figures, which take most of the time: those of a record are computed once.
    def with_subjects(&block)
      @subjects ||= {}
      original = Cachemark::CLI::Delivery::Subject.method(:new)
      Cachemark::CLI::Delivery::Subject.stub(:new, ->(record) { @subjects[record.path] ||= original.call(record) }, &block)
    end

    def with_state
      names = %w[XDG_STATE_HOME XDG_CACHE_HOME NO_COLOR TERM]
      before = names.to_h { |name| [name, ENV.fetch(name, nil)] }
      ENV.update(names.zip([File.join(dir, "state"), File.join(dir, "cache"), "1", "xterm"]).to_h)
      yield
    ensure
      ENV.update(before)
    end
  end
end
