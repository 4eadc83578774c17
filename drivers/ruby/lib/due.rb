# encoding: utf-8
module CachemarkDriver
  # The calls of an open loop that one worker makes. It takes the next call, waits until it is due, and notes when it began and
  # ended. Nothing that it notes creates an object, unless the call raises.
  class DueCalls
    # The system wakes a sleeper late, by less than this; the rest is waited for awake.
    AWAKE_NS = 200_000
    # In place of the reply to a call that raised, or was not made.
    NONE = Object.new

    # Waits until a time of the clock; the block lets others work while the wait is awake.
    def self.wait(due)
      while (left = due - Clock.now) > 0
        left > AWAKE_NS ? sleep((left - AWAKE_NS) / 1e9) : yield
      end
    end

    # plan: the worker's Compiler; dues: ns after the start of each call; stop: so long after it no call begins, or nil.
    def initialize(plan, dues, stop)
      @plan = plan
      @singles = plan.singles
      @dues = dues
      @stop = stop
      @taken = 0
      @made, @began, @ended, @raised = Array.new(4) { [] }
      @last = Array.new(@singles.size, NONE)
      @calls = Array.new(@singles.size)
      @fills = @singles.any? { |single| single.follows }
      @missed = false
    end

    # Begins: the gate deals the calls, and has let all workers go at the start, in ns of the clock.
    def from(gate, start)
      @gate = gate
      @start = start
    end

    # The number of the next call's source, once it is due; nil if there is none, or if it is too late for one.
    def take
      while (@call = @gate.take)
        wait
        return nil if @stop && Clock.now - @start > @stop
        @single = @singles[@place = @taken % @singles.size]
        @taken += 1
        return @single.form if !@single.follows || @missed
      end
    end

    # Those of the call that was taken last.
    def key; @single.key end

    def value; @single.value end

    # It returned. A reply without a neutral form is an exception.
    def done(began, ended, reply)
      missed = @fills && @plan.neutral(@single.call, reply).nil?
      note(began, ended, reply, missed)
    rescue StandardError => error
      failed(began, ended, error)
    end

    # It raised.
    def failed(began, ended, error)
      note(began, ended, NONE, false)
      @raised << [@call, error]
    end

    # Integer: how many it took, with those that were not made.
    attr_reader :taken

    # Yields the number of each call that was made, and the ns from when it was due until it began and ended.
    def times
      @made.each_with_index { |call, at| yield call, *[@began[at], @ended[at]].map { |time| time - @start - @dues[call] } }
    end

    # [the report of the last reply to each call of the plan, Array of Hash: what the calls raised].
    def reports
      last = Array.new(@singles.size) { |place| report(place) }
      [last, @raised.map { |call, error| {"call" => call}.merge(Reported.raised(error)) }]
    end

    private

    def wait
      DueCalls.wait(@start + @dues[@call]) { @gate.pause }
    end

    def report(place)
      @last[place].equal?(NONE) ? nil : @plan.report(@singles[place].call, @last[place])
    rescue StandardError => error
      @raised << [@calls[place], error]
      nil
    end

    def note(began, ended, reply, missed)
      @made << @call
      @began << began
      @ended << ended
      @last[@place] = reply
      @calls[@place] = @call
      @missed = missed
    end
  end
end
