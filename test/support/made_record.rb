# frozen_string_literal: true

# Records made by hand: a run with socket and one other contender, whose blocks
# cost what the test says.
class MadeRecord
  # The lines that a JIT compiler adds to the rows of dalli.
  WARM_UPS = [[0.2, 300_000, true], [3.0, 310_400, false]].map do |seconds, bytes, settled|
    { **Line["warm_up"], "cell" => "c-dalli", "seconds" => seconds, "compiled_bytes" => bytes, "settled" => settled }
  end.freeze

  def self.lines(**options, &cost) = new(**options, &cost).lines

  def self.of(**options, &cost) = Cachemark::Record.from_lines(lines(**options, &cost))

  def self.table(**options, &cost) = Cachemark::Report::Sentences.in(Cachemark::Stats::Table.of(of(**options, &cost)))

  # With 79,086 instructions and 1 write a call, as --metric asks for. The others were counted in the same processes.
  def self.counted(more = [])
    counts = { "instructions" => 79_086, "writes" => 1, "reads" => 2, "system_calls" => 3 }.flat_map do |metric, count|
      MadeComparison.counts("c-dalli", metric, [count * 100] * 3)
    end
    table(run: { "options" => { "count" => %w[instructions writes] } }, more: [*counts, *more])
  end

  def self.row(**members)
    Cachemark::Stats::Row.new(contender: "a", client: "ruby/a", scenario: "client/set", mode: "sync", status: "ok", **members)
  end

  # Where and when a record was made, in its first line.
  def self.facts
    { "version" => "0.1.0", "started_at" => "2026-11-21T10:00:00Z", "seed" => 7,
      "machine" => { "os" => "Debian GNU/Linux 12 (bookworm)", "cpu" => "AMD EPYC", "cores" => 2,
                     "memory_bytes" => 8 * (1024**3) },
      "server" => { "argv" => ["memcached"], "version" => "1.6.18" },
      "placement" => { "name" => "one-core", "pinned" => true } }
  end

  def self.environment(contender, gem = contender)
    { "type" => "environment", "contender" => contender, "gems" => { gem => "1.0" }, "shims" => [],
      "runtime" => { "path" => "/ruby", "version" => "3.1.2", "description" => "ruby 3.1.2" } }
  end

  # `method`: 2 for a record of a Cachemark after 1.0 (Stats::TimeMethod). `block`: Hash merged into each block, or a lambda
  # that is given the block and answers one.
  def initialize(processes: 8, blocks: 3, contenders: ["dalli"], run: {}, ending: { "outcome" => "complete" }, block: {},
                 more: [], method: nil, &cost)
    @processes = processes
    @blocks = blocks
    @contenders = ["socket", *contenders]
    @run = run
    @ending = ending
    @block = block
    @more = more
    @method = method
    @cost = cost || ->(contender, _process, _block) { contender == "socket" ? 1_000 : 2_000 }
  end

  def lines
    [run, *@contenders.flat_map { |contender| contender_lines(contender) }, *@more, *ending]
  end

  private

  def run
    { "type" => "run", "schema" => "cachemark/record/2", **{ "method" => @method }.compact, "command" => "run",
      "argv" => ["run"], "suite" => { "id" => "clients", "title" => "Clients" }, "options" => {},
      **MadeRecord.facts }.merge(@run)
  end

  def contender_lines(contender)
    processes = (0...@processes).flat_map { |process| process_lines(contender, process) }
    [MadeRecord.environment(contender), cell(contender), *processes]
  end

  def cell(contender)
    { "type" => "cell", "cell" => "c-#{contender}", "contender" => contender, "notation" => "#{contender}@1.0",
      "client" => "ruby/#{contender}", "scenario" => "client/set", "mode" => "sync", "label" => "#{contender}:set",
      "section" => contender, "shown" => contender != "socket", "calls" => 3, "status" => "ready", "footnotes" => [] }
  end

  def process_lines(contender, process)
    id = "p-#{contender}-#{process}"
    [{ "type" => "process", "process" => id, "contender" => contender, "generation" => process, "runtime" => "ruby 3.1.2",
       "version" => "1.0", "file" => "/gems/#{contender}.rb", "digest" => "digest of #{contender}" },
     { "type" => "proof", "cell" => "c-#{contender}", "process" => id, "ok" => true, "hits" => 3, "misses" => 0 },
     *(0...@blocks).map { |block| block(contender, process, block) }]
  end

  def block(contender, process, block)
    wall = (@cost.call(contender, process, block) * 300).round
    made = { **Line["block"], "cell" => "c-#{contender}", "process" => "p-#{contender}-#{process}",
             "generation" => process, "round" => (process * @blocks) + block, "iterations" => 100, "calls" => 300,
             "wall_ns" => wall, "user_ns" => wall / 2, "system_ns" => wall / 4, "estimate" => "stretches",
             "batch" => 5, "batches" => [wall / 20] * 20, "allocations" => 900, "gc_ns" => wall / 10, "gc_count" => 1 }
    made.merge(@block.respond_to?(:call) ? @block.call(made) : @block)
  end

  def ending = @ending ? [{ "type" => "end", **@ending }] : []
end
