# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class CLI::WatchTest < Minitest::Test
    include ACommand

    FILES = { "dalli.gemspec" => "s.name = 'dalli'", "lib/dalli.rb" => "1" }.freeze
    Done = Lab::Measurement::Done

    def setup
      @steps = []
      @jobs = []
    end

    def test_compares_what_is_now_with_what_it_was_each_time_it_was_saved
      watch(save("2"), nothing, nothing, save("3"), nothing)

      assert_equal [%w[start now]] * 2, @jobs.map { |job| job.contenders.map(&:id) }
      assert_equal ["watching DIR: what it is now is the baseline, 20 s for each comparison (Ctrl-C ends it)",
                    *["get + slower +5.0 % [4.6, 5.3] 14 pairs"] * 2], said
    end

    def test_the_baseline_stays_what_it_was
      kept = nil
      watch(save("2"), nothing) { kept = File.read(File.join(baseline, "lib/dalli.rb")) }

      assert_equal "1", kept
    end

    def test_a_folder_that_moves_is_not_measured
      watch(save("2"), save("33"), save("444"), nothing)

      assert_equal 1, @jobs.size
    end

    def test_what_is_as_at_the_start_is_not_measured
      watch(save("2"), nothing, save("1"), nothing)

      assert_equal ["get + slower +5.0 % [4.6, 5.3] 14 pairs", "as at the start"], said.drop(1)
    end

    def test_a_file_that_is_saved_unchanged_is_no_change
      watch(save("1"), nothing)

      assert_empty @jobs
    end

    def test_ctrl_c_ends_it_and_leaves_nothing
      assert_equal(130, watch(save("2"), nothing) { assert_path_exists baseline })

      refute_path_exists baseline
    end

    def test_a_signal_while_it_measures_ends_it_too
      assert_equal 143, watch(save("2"), nothing, code: 143)
    end

    def test_time_and_options_are_the_users
      watch(save("2"), nothing, word: "dalli@path:DIR,protocol=meta", for_s: 45.0)

      assert_equal ["meta", 45.0], [@jobs.last.contenders.last.options["protocol"], @jobs.last.for_s]
    end

    def test_what_makes_no_sense_is_refused
      assert_equal "--watch watches one folder\ncachemark compare dalli@path:../dalli --scenario client/get --watch",
                   refused("compare", "dalli@3.2.8", "--watch")
      assert_match(/\A--watch watches one folder/, refused("compare", "dalli@path:.", "dalli", "--watch"))
      assert_match(/\A--watch leaves no room for --output/, refused("compare", "dalli@path:.", "--watch", "--output", "x"))
      assert_match(%r{\Adalli@path:/nowhere: /nowhere is no folder}, refused("compare", "dalli@path:/nowhere", "--watch"))
    end

    private

    def save(text) = -> { File.write(File.join(@dir, "lib/dalli.rb"), text) }
    def nothing = -> {}
    def baseline = @jobs.last.contenders.first.source.dir

    # Each pause does the next step; then comes Ctrl-C.
    def watch(*steps, word: "dalli@path:DIR", code: 0, **options)
      FolderTree.open(FILES) do |dir|
        @dir = dir
        pause = ->(_s) { (steps.shift || raise(Interrupt)).call }
        measure = ->(_selection, job) { (@jobs << job) && yield_to(job) && Done.new(record: slower, code: code) }
        @seen = block_given? ? -> { yield } : -> { true }
        CLI::Watch.new([word.sub("DIR", dir)], { scenarios: ["client/get"], offline: true, **options },
                       judging: { margin: 0.01, alpha: 0.01, metrics: ["wall"] }, argv: ["--watch"], out: @out = StringIO.new,
                       err: StringIO.new, pause: pause, measure: measure).call
      end
    end

    def yield_to(_job) = @seen.call || true

    def slower = MadeComparison.of(contenders: %w[start now], scenarios: ["client/get"], effects: { "client/get" => 0.05 })

    def said = @out.string.lines(chomp: true).map { |line| line.sub(/\A\d\d:\d\d:\d\d  /, "").sub(@dir, "DIR") }
  end
end
