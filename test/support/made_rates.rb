# frozen_string_literal: true

# Records of an open loop made by hand: one contender's cell at some rates, in some processes. The block says,
# for a rate and a process, [lag, service] of each call in ns; calls are due at even distances.
#
#   MadeRates.of(rates: [1_000]) { |rate, process| Array.new(100) { [0, 50_000] } }
class MadeRates
  def self.of(...) = Cachemark::Record.from_lines(new(...).lines)

  def self.table(...) = Cachemark::Report::Sentences.in(Cachemark::Stats::OpenLoop.of(of(...)))

  ENDED = { "outcome" => "complete" }.freeze

  def initialize(rates: [1_000], processes: 6, slo_ns: nil, cells: [{}], ending: ENDED, more: [], run: {}, &calls)
    @rates = rates
    @processes = processes
    @slo_ns = slo_ns
    @cells = cells.each_with_index.map { |cell, at| base.merge("cell" => "c#{at + 1}").merge(cell) }
    @ending = ending
    @more = more
    @run = run
    @calls = calls || ->(_rate, _process) { Array.new(100) { [0, 50_000] } }
  end

  def lines
    first = MadeRecord.lines.first.merge("options" => { "rates" => @rates, "arrivals" => "fixed", "slo_ns" => @slo_ns })
    ending = @ending ? [{ "type" => "end", **@ending }] : []
    [first.merge(@run), *environments, *@cells, *arrivals, *@cells.flat_map { |cell| of_cell(cell) }, *@more, *ending]
  end

  private

  def base
    { "type" => "cell", "contender" => "dalli", "notation" => "dalli@1.0", "client" => "ruby/dalli", "scenario" => "client/get",
      "mode" => "sync", "label" => "dalli:get", "section" => "dalli", "shown" => true, "calls" => 1, "status" => "ready",
      "footnotes" => [] }
  end

  def environments
    @cells.map { |cell| cell["contender"] }.uniq.map do |contender|
      { "type" => "environment", "contender" => contender, "gems" => { contender => "1.0" }, "shims" => [], "runtime" => {} }
    end
  end

  def arrivals
    @rates.map do |rate|
      due = (1..5_000).map { |number| number * 1_000_000_000 / rate }
      { **Line["arrivals"], "arrivals" => "a#{rate}", "rate" => rate, "due" => [due.pack("Q<*")].pack("m0") }
    end
  end

  def of_cell(cell)
    (0...@processes).flat_map do |process|
      id = "g#{process}.#{cell["contender"]}"
      [{ "type" => "process", "process" => id, "contender" => cell["contender"], "runtime" => "ruby 3.1.2", "version" => "1.0",
         "file" => "/gems/dalli.rb", "digest" => "d" },
       { "type" => "proof", "cell" => cell["cell"], "process" => id, "ok" => true },
       *@rates.filter_map { |rate| block(cell, id, rate, @calls.call(rate, process)) }]
    end
  end

  def block(cell, process, rate, calls)
    return unless calls

    lags = calls.map { |lag, _| lag }
    latencies = calls.map { |lag, service| [lag + service, 0xffffffff].min }
    { **Line["block"], "cell" => cell["cell"], "process" => process, "rate" => rate, "arrivals" => "a#{rate}",
      "iterations" => calls.size, "calls" => calls.size, "latencies" => pack(latencies), "lags" => pack(lags),
      "wall_ns" => (calls.size * 1_000_000_000 / rate) + latencies.last }
  end

  def pack(numbers) = [numbers.pack("L<*")].pack("m0")
end
