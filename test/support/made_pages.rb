# frozen_string_literal: true

# Records for tests of pages: they have something for every chart, and names that look like markup.
module MadePages
  HOSTILE = "</script><script>document.title='owned'</script>"
  # The waits of a row with a pool.
  POOL = { **Line["pool"], "cell" => "c-dalli", "size" => 2, "waits" => [([9_000] * 99).pack("L<*")].pack("m0"), "waited" => 9,
           "timeouts" => 0 }.freeze

  class << self
    # A run of socket and another contender with latencies, work, times of blocks and a record's name.
    #: (?String, ?more: Array[Hash]) -> Cachemark::Record
    def run(contender = "dalli", more: [])
      latencies = [Array.new(2_000) { |at| 20_000 + (at * 7) }.pack("L<*")].pack("m0")
      lines = MadeRecord.lines(contenders: [contender], block: { "latencies" => latencies }, more: more) do |one, process, block|
        (one == "socket" ? 1_000 : 2_000) * (1 + (((process * 3) + block) % 5 * 0.01))
      end
      Cachemark::Record.from_lines(lines.each_with_index.map { |line, at| line.merge(place(line, at)) } + works(contender),
                                   path: "/somewhere/run.jsonl")
    end

    # A page of each kind: [its name, its HTML].
    #: () -> Array[[String, String]]
    def all
      reports = Cachemark::Report
      pooled = run(more: [POOL])
      { "run" => reports::Run.text(Said::Table.of(pooled), "html", record: pooled),
        "sweep" => reports::Run.text(MadeSweep.table(sizes: %w[100 10k], keys: %w[1 10 100]), "html"), "compare" => comparison,
        "gate" => reports::Gate.text(MadeVerdicts.decision, "html"), "find" => reports::Find.text(MadeSteps.steps, "html"),
        "work" => reports::Work.text(Said::WorkTable.of(run), "html"), "rates" => reports::OpenLoop.text(rates, "html"),
        "outage" => reports::Outage.text(MadeOutage.whole, "html"),
        "selftest" => reports::Selftest.text(MadeSelftest.of, "html") }.to_a
    end

    # A comparison whose pairs tell when they were measured.
    #: () -> String
    def comparison
      record = MadeComparison.of(effects: { "client/get" => 0.05 })
      Cachemark::Report::Comparison.text(Said::Comparison.of(record), "html", record: record)
    end

    # An open loop at two rates, under a limit.
    #: () -> Cachemark::Stats::OpenLoop
    def rates
      MadeRates.table(rates: [1_000, 2_000], slo_ns: 1_000_000) { |_, _| Array.new(500) { |at| [0, 50_000 + (at * 80)] } }
    end

    private

    def place(line, at) = line["of"] == "block" ? { "at_s" => at * 0.1 } : {}

    def works(contender)
      ["socket", contender].flat_map do |one|
        [1, 2].map do |pass|
          { **Line["work"], "cell" => "c-#{one}", "process" => "p-#{one}-0", "pass" => pass, "iterations" => 1,
            **MadeWork.plain(MadeWork.figures([MadeWork.command("set")], MadeWork::CATALOG.scenario("client/set"))) }
        end
      end
    end
  end
end
