# frozen_string_literal: true

# Records of an outage made by hand: 2 s before the incident, and 8 s after it. A call is a Hash: `at` (seconds after the
# start), and what differs from a read of the first version of key 0 that takes 1 ms. Each list of calls is a run.
#
#   MadeOutage.of([{ at: 1 }, { at: 2.5, code: ERROR }])
class MadeOutage
  UNSENT, DONE, MISS, ERROR, WRONG, UNSAID = *0..5
  NEVER = (2**64) - 1
  OPTIONS = { "incident" => "kill", "struck" => 1, "servers" => 3, "rate" => 500, "for_s" => 10.0, "at_s" => 2.0,
              "end_s" => nil }.freeze

  def self.of(...) = Cachemark::Record.from_lines(new(...).lines)

  def self.outage(...) = Cachemark::Report::Sentences.in(Cachemark::Stats::Outage.of(of(...)))

  # Of the first row.
  def self.run(...) = outage(...).rows.first.runs.first

  # Two clients: one moves its keys at once, the other raises for a while and returns a stale value at the end.
  def self.whole(**more)
    quick = (0...500).map { |number| { at: number / 50.0, key: number % 20, code: number.between?(101, 110) ? MISS : DONE } }
    quick[447] = quick[447].merge(write: true, version: 2)
    [467, 487].each { |number| quick[number] = quick[number].merge(version: 2, read: 2) }
    slow = quick.map { |call| call.merge(code: call[:at].between?(2, 4) ? ERROR : DONE) }
    slow[467] = slow[467].merge(read: 1)
    outage([quick] * 2, [slow] * 2, **more)
  end

  # contenders: Arrays of runs, or the calls of the only run of the only one.
  def initialize(*contenders, options: {}, ending: { "outcome" => "complete" }, more: [], homes: nil, run: {}, line: {})
    @contenders = contenders.first.first.is_a?(Hash) ? [contenders] : contenders
    @options = OPTIONS.merge(options)
    @ending = ending
    @more = more
    @homes = homes
    @run = run
    @line = line
  end

  def lines
    first = MadeRecord.lines.first.merge("command" => "outage", "options" => @options, "suite" => {})
    ending = @ending ? [{ "type" => "end", **@ending }] : []
    numbers = @contenders.map(&:size).max
    traffics = (0...numbers).map { |number| traffic(number, @contenders.find { |runs| runs[number] }[number]) }
    [first.merge(@run), *cells, *traffics, *outages, *@more, *ending]
  end

  private

  def name(at) = %w[dalli pymemcache socket][at]

  def cells
    @contenders.each_index.flat_map do |at|
      [{ "type" => "cell", "cell" => "c#{at + 1}", "contender" => name(at), "notation" => "#{name(at)}@1.0",
         "client" => "ruby/#{name(at)}", "scenario" => "client/outage", "mode" => "sync", "label" => name(at),
         "section" => name(at), "shown" => true, "calls" => 400, "status" => "ready", "footnotes" => [] },
       { "type" => "process", "process" => "r0.#{name(at)}", "contender" => name(at), "runtime" => "ruby 3.1.2",
         "version" => "1.0", "file" => "/gems/#{name(at)}.rb", "digest" => "d" }]
    end
  end

  def traffic(number, calls)
    { **Line["traffic"], "run" => number, "arrivals" => pack(calls.map { |call| ns(call[:at]) }, "Q<*"),
      "keys" => pack(calls.map { |call| call.fetch(:key, 0) }, "L<*"),
      "writes" => pack(calls.map { |call| call[:write] ? 1 : 0 }, "C*"),
      "versions" => pack(calls.map { |call| call.fetch(:version, 1) }, "L<*") }
  end

  def outages
    @contenders.each_with_index.flat_map do |runs, at|
      runs.each_with_index.map do |calls, number|
        { **Line["outage"], "cell" => "c#{at + 1}", "run" => number, "begun_ns" => ns(2), **reply(calls),
          "homes" => homes(number), **@line }
      end
    end
  end

  # The same for all runs, or those of each run.
  def homes(number) = @homes.is_a?(Hash) ? @homes.fetch(number) : @homes || [nil] * 3

  def reply(calls)
    { "lags" => pack(calls.map { |call| sent?(call) ? ns(call.fetch(:lag, 0)) : NEVER }, "Q<*"),
      "latencies" => pack(calls.map { |call| sent?(call) ? ns(call.fetch(:takes, 0.001)) : NEVER }, "Q<*"),
      "outcomes" => pack(calls.map { |call| call.fetch(:code, DONE) }, "C*"),
      "versions" => pack(calls.map { |call| call.fetch(:read, 1) }, "L<*"),
      "fills" => pack(calls.map { |call| call.fetch(:fill, 0) }, "C*"), "errors" => {}, "messages" => {}, "mismatches" => [] }
  end

  def sent?(call) = call[:code] != UNSENT

  def ns(seconds) = (seconds * 1e9).round

  def pack(numbers, form) = [numbers.pack(form)].pack("m0")
end
