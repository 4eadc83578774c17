# encoding: utf-8
module CachemarkDriver
  # The work of an open loop's worker between its calls. It takes the next call, waits until it is
  # due, and notes how late it began and when it ended, both since it was due.
  class Arrivals
    # The system wakes a sleeper late, by less than this; the rest is waited for awake.
    AWAKE_NS = 200_000

    # When each call is due, in ns after the start. ArgumentError for what is not such a text.
    def self.dues(text)
      bytes = text.unpack("m0").first
      raise ArgumentError, "arrivals must be one uint64 for each call" if bytes.empty? || bytes.bytesize % 8 > 0
      bytes.unpack("Q<*")
    end

    # Base64 of times in ns, those of all workers in the order of the calls: reports: their `reports`.
    def self.packed(field, reports)
      times = []
      reports.each { |one| one["taken"].zip(one[field]) { |call, ns| times[call] = ns } }
      Arrivals.text(times)
    end

    # Base64 of a uint32 for each time.
    def self.text(times)
      [times.map { |ns| [ns, 0xffffffff].min }.pack("L<*")].pack("m0")
    end

    # Waits until a time of the clock; the block lets others work while the wait is awake.
    def self.wait(due)
      while (left = due - Clock.now) > 0
        left > AWAKE_NS ? sleep((left - AWAKE_NS) / 1e9) : yield
      end
    end

    # Array: numbers of the calls that this worker has made.
    attr_reader :taken
    # Integer, ns of the clock.
    attr_writer :start

    def initialize(gate, dues)
      @gate = gate
      @dues = dues
      @taken = []
      @latencies = []
      @lags = []
      @errors = Hash.new(0)
    end

    # true when the next call is due, false when there is none.
    def take
      call = @gate.take
      return false unless call
      @taken << call
      @due = @start + @dues[call]
      Arrivals.wait(@due) { @gate.pause }
      true
    end

    # The call that was taken last raised this.
    def failed(error)
      @errors[error.class.name] += 1
    end

    # When it began and ended.
    def ended(began, ended)
      @lags << began - @due
      @latencies << ended - @due
    end

    # Hash: what has been noted.
    def report
      {"taken" => @taken, "latencies" => @latencies, "lags" => @lags, "errors" => @errors}
    end
  end
end
