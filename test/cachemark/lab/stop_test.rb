# frozen_string_literal: true

require "test_helper"
require "open3"

module Cachemark
  class Lab::StopTest < Minitest::Test
    def test_a_signal_asks_and_does_not_end_the_process
      Lab::Stop.watch do |stop|
        refute_predicate stop, :requested?
        Process.kill("TERM", Process.pid)
        Thread.pass until stop.requested?

        assert_equal ["TERM", 143], [stop.signal, stop.code]
      end
    end

    def test_the_handlers_of_before_come_back
      mine = proc {}
      before = Signal.trap("HUP", mine)
      Lab::Stop.watch { |stop| stop }

      assert_same mine, Signal.trap("HUP", before)
    end

    def test_a_signal_cuts_short_what_is_waited_for
      answer = Lab::Stop.watch do |stop|
        cut = stop.interruptible do
          Process.kill("INT", Process.pid)
          sleep
        end

        [cut, stop.code, stop.interruptible { :begun }]
      end

      assert_equal [nil, 130, nil], answer
    end

    def test_a_signal_cuts_nothing_else_short
      answer = Lab::Stop.watch do |stop|
        Process.kill("TERM", Process.pid)
        Thread.pass until stop.requested?
        sleep 0.01
        :whole
      end

      assert_equal :whole, answer
    end

    def test_returns_the_answer_of_a_block_that_was_not_interrupted
      assert_equal 7, Lab::Stop.watch { |stop| stop.interruptible { 7 } }
    end

    LOADS = <<~RUBY
      loaded = nil
      Cachemark::Lab::Stop.watch do |stop|
        stop.interruptible do
          Process.kill("TERM", Process.pid)
          Thread.pass until stop.requested?
          loaded = Cachemark::Stats::Cost
          sleep
        end
        p loaded && loaded::OfProcess
      end
    RUBY

    def test_a_signal_cuts_no_loading_of_code_short
      folders = $LOAD_PATH.flat_map { |path| ["-I", path] }
      out, err, status = Open3.capture3(RbConfig.ruby, *folders, "-r", "cachemark", "-e", LOADS)

      assert_equal ["Cachemark::Stats::Cost::OfProcess\n", true], [out, status.success?], err
    end

    # Ctrl-C also ends a keeper that is still starting.
    def test_a_keeper_that_a_signal_ended_is_an_interruption
      [0, 0.01].each do |pause_s|
        error = assert_raises(SignalException) do
          Lab::Stop.watch do |stop|
            Process.kill("INT", Process.pid)
            Thread.pass until stop.requested?
            sleep pause_s
            raise Host::Keeper::Lost, "the keeper ended"
          end
        end
        assert_equal 2, error.signo
      end
      assert_raises(Host::Keeper::Lost) { Lab::Stop.watch { raise Host::Keeper::Lost, "the keeper ended" } }
    end

    # As `timeout` sends it: to its child, and to the group that the child is in.
    def test_the_same_signal_at_once_is_the_same_wish
      assert_equal 143, signalled(%w[TERM TERM], [0.0, 0.99]).exitstatus
    end

    def test_the_same_later_on_and_another_one_end_the_process
      assert_equal Signal.list["TERM"], signalled(%w[TERM TERM], [0.0, 1.0]).termsig
      assert_equal Signal.list["INT"], signalled(%w[TERM INT], [0.0, 0.0]).termsig
    end

    # Both may have come before either is heard.
    def test_another_one_ends_the_process_though_it_came_together_with_the_first
      pid = fork do
        stop = Lab::Stop.new
        %w[TERM INT].each { |name| stop.ask(name) }
        exit!(0)
      end

      assert_equal Signal.list["INT"], Process.wait2(pid).last.termsig
    end

    def test_without_a_signal_there_is_no_code
      assert_nil Lab::Stop.new.code
    end

    private

    # How a process ends that gets these signals at these times, and waits for the first.
    def signalled(names, times)
      pid = fork do
        Lab::Stop.watch(clock: -> { times.shift }) do |stop|
          names.each do |name|
            Process.kill(name, Process.pid)
            Thread.pass until stop.requested?
          end
          Thread.pass until times.empty?
          exit!(stop.code)
        end
      end
      Process.wait2(pid).last
    end
  end
end
