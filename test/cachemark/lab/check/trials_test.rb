# frozen_string_literal: true

require "test_helper"
require "open3"

module Cachemark
  class Lab::Check::TrialsTest < Minitest::Test
    include ALab

    SCRIPT = <<~RUBY
      require "cachemark/value"
      require "cachemark/lab/loop"
      require "cachemark/lab/check"
      a_case = Struct.new(:id).new("reply/cut")
      nonces = Array.new(2) do
        trials = Cachemark::Lab::Check::Trials.new(a_case, ring: nil, keeper: nil, client: nil, seed: 7)
        [1, 2].map { |number| trials.send(:nonce, number) }
      end
      print nonces.flatten.join(" ")
    RUBY

    def test_nonces_need_no_gem_differ_between_trials_and_are_the_same_in_another_run
      output, status = Open3.capture2e(RbConfig.ruby, "--disable-gems", "-I", File.join(ROOT, "lib"), "-e", SCRIPT)
      first, second, *again = output.split

      assert_predicate status, :success?, output
      assert_match(/\A\h{10}\z/, first)
      assert_equal [[first, second], 2], [again, [first, second].uniq.size]
    end

    def test_a_trial_after_one_that_was_not_bad_has_its_process
      trials = trials("socket", MadeTrial.one("get", repeats: 3, steps: [{ "subject" => {} }], judges: ["succeeds"]))
      3.times { |number| trials.call(number) }

      assert_equal 1, @pids.uniq.size
    end

    def test_a_trial_after_a_bad_one_or_with_a_limit_of_memory_has_a_new_process
      call = { steps: [{ "subject" => {} }], judges: ["succeeds"] }
      refused = MadeTrial.one("get", proxy: { "do" => [{ "close" => "end" }] }, **call)
      limited = MadeTrial.one("get", memory_mb: 512, **call)
      made = [refused, limited].map do |one|
        trials = trials("socket", one)
        2.times { |number| trials.call(number) }
        @pids.uniq.size
      end

      assert_equal [2, 2], made
    end

    # In its process, the first call runs two lines more, as code that is loaded late does.
    def test_a_sweep_whose_first_call_runs_more_lines_has_a_process_for_each_line
      trials = scripted { |fresh| fresh ? 4 : 2 }
      struck = Fault::Sweep.through { |number| trials.at_line(nil, number, "Exception") }

      assert_equal [4, true], [struck.size, trials.alone?]
      assert_equal 4, Fault::Sweep.through { |number| trials.at_line(nil, number, "Exception") }.size
      assert_equal [true] * 5, @fresh.last(5)
    end

    def test_a_sweep_whose_calls_run_the_same_lines_needs_two_processes
      trials = scripted { 3 }

      assert_equal 3, Fault::Sweep.through { |number| trials.at_line(nil, number, "Exception") }.size
      assert_equal [[true, false, false, false, true], false], [@fresh, trials.alone?]
    end

    def teardown = @workplaces&.each(&:stop)

    private

    # Notes the processes of the trials.
    def trials(name, one)
      contender = MadeCells.contender(name)
      workplace = Lab::Check::Workplace.new(engine([contender]))
      (@workplaces ||= []) << workplace
      client = workplace.client(contender, mode: "sync", actor: "subject")
      noted = @pids = []
      process = client.instance_variable_get(:@process)
      process.define_singleton_method(:request) do |*words, **how|
        super(*words, **how).tap { |reply| noted << reply["pid"] if reply["pid"] }
      end
      Lab::Check::Trials.new(one, ring: workplace.ring(contender, 1), keeper: keeper, client: client, seed: 7)
    end

    # Trials of a client whose call runs as many lines as the block says of a fresh process, or of one that was kept.
    def scripted
      fresh = @fresh = []
      lines = proc { |*own| yield(*own) }
      client = Struct.new(:kept) { def kept? = kept; def leave = self.kept = false; def keep = self.kept = true }.new(false)
      trials = Lab::Check::Trials.new(MadeTrial.one("get"), ring: nil, keeper: nil, client: client, seed: 7)
      trials.define_singleton_method(:trial) do |_, number, _|
        fresh << !client.kept?
        subject = Fault::Trial::Call.new(step: { "op" => "get", "role" => "subject" }, type: "ok", began_ns: 0, ended_ns: 1,
                                         struck: ("line" if number < lines.call(fresh.last)))
        client.keep
        MadeTrial.trial(subject)
      end
      trials
    end
  end
end
