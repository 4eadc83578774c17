# frozen_string_literal: true

# Records of a load that several hosts made together, by hand. The block says, for a rate of a host, its name and a step,
# [lag, service] of each call in ns.
#
#   MadeLoad.of(hosts: %w[h1 h2]) { |rate, host, step| Array.new(100) { [0, 50_000] } }
class MadeLoad
  STEPS = 6

  def self.of(...) = Cachemark::Record.from_lines(new(...).lines)

  def self.table(...) = Cachemark::Report::Sentences.in(Cachemark::Stats::OpenLoop.of(of(...)))

  # `tally` changes the line of each step; `lost` are hosts whose record ends after their first block.
  def initialize(hosts: %w[h1 h2], rate: 1_000, tally: {}, lost: [], more: {}, &calls)
    @hosts = hosts
    @rate = rate
    @tally = tally
    @lost = lost
    @more = more
    @calls = calls || ->(_rate, _host, _step) { Array.new(100) { [0, 50_000] } }
  end

  def lines
    parts = @hosts.each_with_index.map { |host, at| Cachemark::Record::Merge::Part.of(host, part(host, at)) }
    Cachemark::Record::Merge.new(parts, tallies: tallies).lines
  end

  private

  def part(host, at)
    made = MadeRates.new(rates: [@rate], processes: STEPS, ending: @lost.include?(host) ? nil : MadeRates::ENDED,
                         more: @more.fetch(host, [])) { |rate, step| @calls.call(rate, host, step + 1) }
    lines = made.lines.map { |line| line["type"] == "run" ? run(line, at) : line }
    Cachemark::Record.from_lines(numbered(lines, host))
  end

  def run(line, at)
    line.merge("command" => "run", "seed" => at + 1, "options" => line["options"].merge("hosts" => @hosts.size))
  end

  def numbered(lines, host)
    step = 0
    lines.filter_map do |line|
      next line unless line["of"] == "block"

      step += 1
      { **line, "step" => step, "user_ns" => line["wall_ns"] / 10, "system_ns" => 0 } unless @lost.include?(host) && step > 1
    end
  end

  def tallies
    (1..STEPS).map do |step|
      calls = @hosts.sum { |host| @calls.call(@rate, host, step).size }
      work = Cachemark::Plan::Work.new(hits: calls).to_h.transform_keys(&:to_s)
      hosts = @hosts.each_with_index.map do |_, at|
        { "seed" => at + 1, "late_ns" => at * 1_000, "clock_ns" => 5, "clock_error_ns" => 200 }
      end
      { **Line["tally"], "step" => step, "failed" => false, "shared" => false, "counted" => work, "least" => work,
        "most" => work, "wrong" => nil, "cpu" => 0.2, "threads" => 4, "hosts" => hosts, **@tally }
    end
  end
end
