# frozen_string_literal: true

require "test_helper"
require "rbconfig"
require "stringio"
require "tmpdir"

module Cachemark
  class CLITest < Minitest::Test
    def test_says_its_version
      assert_equal [0, "cachemark #{VERSION}\n"], call("--version")
    end

    def test_explains_itself_when_nothing_is_asked
      assert_equal call("help"), call
      assert_equal call("help"), call("--help")
    end

    def test_a_command_has_a_class
      assert_equal CLI::Run, CLI.command("run")
    end

    # A name in another tool => the command here.
    OTHER_NAMES = { "bench" => "run", "benchmark" => "run", "perf" => "run", "diff" => "compare", "ci" => "gate",
                    "bisect" => "find", "why" => "explain", "test" => "check", "faults" => "check", "kill" => "outage",
                    "ls" => "list", "report" => "show", "health" => "doctor", "setup" => "init", "scan" => "audit",
                    "trace" => "work" }.freeze

    def test_knows_the_names_of_its_commands_in_other_tools
      errors = OTHER_NAMES.keys.map { |name| assert_raises(Usage) { call(name, "dalli") } }

      assert_equal OTHER_NAMES.map { |name, command| "unknown command: #{name}\nTry: cachemark #{command}" }, errors.map(&:report)
    end

    def test_a_current_folder_that_is_gone_is_refused
      Dir.mktmpdir do |root|
        gone = File.join(root, "gone").tap { |path| Dir.mkdir(path) }
        error = Dir.chdir(gone) do
          Dir.rmdir(gone)
          assert_raises(Usage) { call("list") }
        end

        assert_equal "the current folder is gone\nchange to a folder that exists: cd ~", error.message
      end
    end

    private

    def call(*argv)
      out = StringIO.new
      [CLI.call(argv, out: out, err: StringIO.new), out.string]
    end
  end

  class CLI::SourcesTest < Minitest::Test
    include ACommand

    def test_knows_versions_and_rubies
      begin_cold
      rooms = CLI.sources({ install: "cached" })

      assert_equal RUBY_VERSION, rooms[:runtime].at.version
      assert_raises(Trouble) { rooms[:versions].of("dalli") }
    end

    def test_asks_a_ruby_what_it_is_and_leaves_nothing_running
      other = File.join(@home, "ruby").tap { |path| File.symlink(RbConfig.ruby, path) }

      assert_equal RUBY_VERSION, CLI.sources({})[:runtime].at(other).version
    end
  end
end

module Cachemark
  class CLI::CommandTest < Minitest::Test
    def test_every_option_takes_its_value_after_an_equals_sign_too
      CLI::COMMANDS.each_value do |name|
        options = CLI.const_get(name).new(out: nil, err: nil).options
        options.select(&:value).product(["", "=", "a b"]).each do |option, value|
          assert_equal given(name, option.names.last, value), given(name, "#{option.names.last}=#{value}")
        end
      end
    end

    def test_words_after_two_dashes_are_operands
      CLI::COMMANDS.each_value { |name| assert_equal ["a", "-b"], command(CLI.const_get(name)).send(:parse, %w[a -- -b]) }
    end

    def test_lists_its_options_as_they_were_declared
      options = command(CLI::Show).options.to_h { |option| [option.names.last, option] }

      assert_equal ["NAME", [*CLI::Delivery::Subject.formats, CLI::Options::FULL]],
                   options["--format"].then { |option| [option.value, option.words] }
      assert_equal ["FILE|WORD=FILE", "Write the report to FILE, which it replaces. Without --format, the suffix decides: " \
                                      ".html, .json, .csv, .md or .xml. A word names a further destination.", []],
                   options["--output"].then { |option| [option.value, option.text, option.words] }
      assert_equal [%w[--help], nil], options["--help"].then { |option| [option.names, option.value] }
    end

    def test_help_lists_only_the_suffixes_of_the_formats_of_the_command
      { CLI::Find => ".html, .json or .md.", CLI::Compare => ".html, .json, .csv or .md." }.each do |type, suffixes|
        assert_match(/the suffix decides: #{suffixes} A/, command(type).options.find { |one| one.key == :output }.text)
      end
    end

    def test_help_has_summary_usage_options_under_headings_and_examples
      text = command(CLI::Show).help

      assert_match(/\APrint any report.*\n\nUsage: cachemark show RECORD \[OPTIONS\]\n\nReport:\n.*  -f, --format NAME  /m, text)
      assert_match(/\n\nEvery command:\n  --color .*\n  -h +Print the usual options\.\n  --help +Print all /m, text)
      assert_match(/options\.\n\nOptions.*\n\nFormats/m, text)
      assert_match(/\n\nExamples:\n  cachemark show .*\n\z/m, text)
    end

    def test_help_says_what_a_contender_is_where_it_names_one
      %i[Run Compare Gate Check Find].each { |name| assert_includes command(CLI.const_get(name)).help, "A CONTENDER is CLIENT[@" }
      %i[Show Env].each { |name| refute_includes command(CLI.const_get(name)).help, "A CONTENDER is" }
    end

    def test_descriptions_are_sentences
      CLI::COMMANDS.each_value do |name|
        type = CLI.const_get(name)
        texts = [type.summary, *type.new(out: nil, err: nil).options.map(&:text), *type.examples.map(&:last)]

        assert_empty(texts.reject { |text| text.match?(/\A[A-Z`]|\A(?:git:|wall)/) }, name)
        assert_empty(texts.reject { |text| text.end_with?(".") || text.include?(": man ") }, name)
      end
    end

    def test_help_is_not_an_error
      assert_equal 0, command(CLI::Run).call(["--help"])
      assert_includes @out.string, "Usage: cachemark run"
    end

    def test_no_line_of_help_is_longer_than_a_wide_terminal
      CLI::COMMANDS.each_value do |name|
        wide = command(CLI.const_get(name)).help.lines.select { |line| line.chomp.length > 120 }

        assert_empty wide
      end
    end

    private

    def command(type) = type.new(out: @out = StringIO.new, err: StringIO.new)

    # The words and options that a command reads, or its refusal.
    def given(name, *argv)
      command = command(CLI.const_get(name))
      [command.send(:parse, argv), command.instance_variable_get(:@options)]
    rescue Usage => error
      error.message
    end
  end
end

module Cachemark
  class CLI::MeasuringTest < Minitest::Test
    include ACommand

    # A command that would measure.
    class Measurer < CLI::Command
      include CLI::Measuring

      public :settings, :history, :keep, :judged

      def initialize(argv, options, selection = nil, result = nil)
        super(out: nil, err: StringIO.new)
        @argv, @options, @selection, @result = argv, options, selection, result
        @task = Lab::Work::Task.new(cells: [], seed: 1)
      end

      private

      def name = "run"
      def code(_done) = @result
    end

    Selection = Struct.new(:suite_facts, :machine, :locks)

    def test_every_command_that_measures_has_plain_output
      %w[run work compare gate find explain selftest check doctor].each do |name|
        options = CLI.command(name).new(out: nil, err: nil).options.flat_map(&:names)

        assert_includes options, "--color", name
      end
    end

    def test_the_lab_hears_what_was_typed_and_what_was_chosen
      settings = settings(%w[socket], { servers: 2, placement: "spread" })

      assert_equal [%w[run socket], 2, "spread", { "id" => "classic" }, { "a" => "lock" }],
                   [settings.argv, settings.servers, settings.options[:placement], settings.suite, settings.locks]
    end

    def test_options_that_were_typed_override_recorded_ones
      assert_equal "two-core", settings([], {}, "machine" => { placement: "two-core" }).options[:placement]
      assert_equal "spread", settings([], { placement: "spread" }, "machine" => { placement: "two-core" }).options[:placement]
    end

    def test_a_record_without_a_given_name_gets_one
      assert_match(%r{\A#{Regexp.escape(Paths.new.records)}/\d{8}T\d{6}-#{Process.pid}\.jsonl\z}, settings([], {}).record)
      assert_equal File.expand_path("r.jsonl"), settings([], { record: "r.jsonl" }).record
    end

    def test_a_search_goes_on_with_its_record
      assert_equal [false, true], [settings([], {}).resumed, settings([], { resume: "r", record: "r" }).resumed]
    end

    def test_a_history_that_cannot_be_kept_is_refused_before_anything_is_measured
      assert_nil Measurer.new([], {}).history
      assert_raises(Usage) { Measurer.new([], { history: file("taken", "") }).history }
    end

    def test_reports_and_keeps_a_record_that_the_history_refuses
      measurer = Measurer.new([], { history: File.join(@home, "history") })
      done = Struct.new(:record).new(Record.from_lines([], path: File.join(@home, "it is gone.jsonl")))
      measurer.keep(done, measurer.history)

      told = measurer.instance_variable_get(:@err).string

      assert_match(/\Anot added to the history: cannot read the record /, told)
      assert_match(/^Try: .* cachemark history add '#{done.record.path}' --history /, told)
    end

    def test_a_record_whose_last_lines_could_not_be_written_is_no_success
      done = Lab::Measurement::Done.new(record: Record.from_lines([{ "type" => "end", "broken_off" => nil }]), code: 3,
                                        broken: "the record is incomplete")
      judged = ->(found, code) { Measurer.new([], {}, nil, code).judged(found) }

      assert_equal [3, 3, 1, 0], [judged[done, 0], judged[done, 4], judged[done, 1], judged[done.with(broken: nil), 0]]
      assert_equal 130, judged[done.with(code: 130), 0]
    end

    private

    def settings(argv, options, more = {})
      Measurer.new(argv, options, Selection.new({ "id" => "classic" }, more.fetch("machine", {}), { "a" => "lock" })).settings
    end
  end
end
