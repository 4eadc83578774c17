# frozen_string_literal: true

require "test_helper"

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

    def test_what_is_not_cut_short_has_its_answer
      assert_equal 7, Lab::Stop.watch { |stop| stop.interruptible { 7 } }
    end

    def test_without_a_signal_there_is_no_code
      assert_nil Lab::Stop.new.code
    end
  end
end
