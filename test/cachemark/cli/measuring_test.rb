# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::MeasuringTest < Minitest::Test
    include ACommand

    # A command that would measure.
    class Measurer < CLI::Command
      include CLI::Measuring

      public :settings, :history, :keep

      def initialize(argv, options)
        super(out: nil, err: StringIO.new)
        @argv, @options = argv, options
      end

      private

      def name = "run"
    end

    Selection = Struct.new(:suite_facts, :machine, :locks)

    def test_every_command_that_measures_has_plain_output
      %w[run work compare gate find selftest check doctor].each do |name|
        options = CLI.command(name).new(out: nil, err: nil).options.flat_map(&:names)

        assert_includes options, "--plain", name
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
      assert_equal "r.jsonl", settings([], { record: "r.jsonl" }).record
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
      done = Struct.new(:record).new(Record.from_lines([], path: File.join(@home, "gone.jsonl")))
      measurer.keep(done, measurer.history)

      told = measurer.instance_variable_get(:@err).string

      assert_match(/\Anot added to the history: cannot read the record /, told)
      assert_match(/^Try: .* cachemark history add #{done.record.path} --history /, told)
    end

    private

    def settings(argv, options, more = {})
      Measurer.new(argv, options).settings(Selection.new({ "id" => "classic" }, more.fetch("machine", {}), { "a" => "lock" }),
                                           Lab::Job.new(cells: [], seed: 1))
    end
  end
end
