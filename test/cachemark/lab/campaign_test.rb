# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Lab::CampaignTest < Minitest::Test
    # Writes a record as Cachemark does: complete, cut short ("cut"), without an answer ("late"), or none ("refused"). "slow"
    # waits until it is asked to end.
    PROGRAM = <<~'SH'
      while [ $# -gt 1 ]; do [ "$1" = run ] && what=$2; shift; done
      set -- "${1#record=}"
      [ "$what" = refused ] && { echo "cachemark: unknown client: refused" >&2; exit 2; }
      [ "$what" = slow ] && { trap 'exit 143' TERM; echo began; while :; do sleep 0.05; done; }
      echo '{"type":"run","schema":"cachemark/record/2","command":"run","argv":["run"]}' > "$1"
      [ "$what" = late ] && { echo '{"type":"end","outcome":"stopped early","reason":"the time is over"}' >> "$1"; exit 3; }
      [ "$what" = cut ] || echo '{"type":"end","outcome":"complete"}' >> "$1"
    SH
    # Each sample is busy by so many percent since the one before.
    class Busy
      def initialize(*percents)
        @percents = percents
        @total = @idle = 0
        @half = false
      end

      def sample
        @half = !@half
        @total += 100
        @idle += @half ? 100 : 100 - (@percents.size > 1 ? @percents.shift : @percents.first)
        Host::StealTime::Sample.new(steal_ticks: 0, total_ticks: @total, idle_ticks: @idle)
      end
    end

    def setup
      @dir = Dir.mktmpdir
      File.write("#{@dir}/program.sh", PROGRAM)
      @events = []
    end

    def teardown = FileUtils.remove_entry(@dir)

    # Takes any event.
    def notify(event, **facts) = @events << [event, facts]

    def campaign(*whats, steal: Busy.new(0), patience_s: 300)
      steps = whats.map { |what| Catalog::Campaign::Step.new(id: what.to_s, argv: ["run", what.to_s]) }
      lab = Lab::Campaign.new(steps, folder: "#{@dir}/kept", program: ["/bin/sh", "#{@dir}/program.sh"], live: self, clock: Clock,
                                     steal: steal, patience_s: patience_s)
      lab.tap { |one| one.define_singleton_method(:sleep) { |_seconds| nil } }
    end

    def test_each_step_has_its_record_or_the_reason_why_it_has_none
      ran = []
      code = campaign(:good, :refused, :cut, :late, :fine).call { |one| ran << one && false }

      assert_equal 0, code
      assert_equal [["good", true, nil], ["refused", false, "unknown client: refused"], ["cut", false, "no output"],
                    ["late", false, "the time is over"], ["fine", true, nil]],
                   ran.map { |one| [one.step.id, File.file?(one.record.to_s), one.reason] }
      assert_equal %w[cut.log cut.part.jsonl fine.jsonl fine.log good.jsonl good.log late.log late.part.jsonl
                      refused.log], Dir.children("#{@dir}/kept").sort
    end

    def test_a_disturbed_step_is_repeated_once_after_all_others
      ran = []
      campaign(:good, :fine).call { |one| ran << [one.step.id, one.repeated] && one.step.id == "good" }

      assert_equal [["good", false], ["fine", false], ["good", true]], ran
    end

    def test_a_step_waits_until_the_machine_is_quiet
      ran = []
      campaign(:good, steal: Busy.new(80, 30, 2)).call { |one| ran << one.busy_percent && false }

      waiting = @events.filter_map { |_, facts| facts[:text] }.grep(/waiting/)

      assert_equal [2.0], ran
      assert_equal ["waiting for a quiet machine: other processes use 80 % of it"], waiting
    end

    def test_a_machine_that_is_never_quiet_is_measured_all_the_same
      ran = []
      campaign(:good, steal: Busy.new(60), patience_s: 0).call { |one| ran << one.busy_percent && false }

      assert_equal [60.0], ran
    end

    def test_an_interrupted_campaign_ends_its_step_and_starts_no_other
      ran = []
      killer = Thread.new do
        sleep(0.01) until File.size?("#{@dir}/kept/slow.log")
        Process.kill("TERM", Process.pid)
      end
      code = campaign(:slow, :good).call { |one| ran << one.step.id && false }
      killer.join

      assert_equal [143, ["slow"]], [code, ran]
    end
  end
end
