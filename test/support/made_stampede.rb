# frozen_string_literal: true

# Lines of stampedes made by hand, of three workers:
#
#   MadeStampede.line([[1, 0, 0], [1, 1, 1], [2, 2, 2]])
module MadeStampede
  # All three compute, then one does and another returns a wrong value.
  EXPIRIES = [[[1, 1, 1], [1, 1, 1], [2, 3, 4]], [[1, 0, 0], [1, 1, 4], [2, 2, 0]]].freeze
  REASON = "not offered by this driver: a stampede in mode asyncio"
  NONE = { "type" => "event", "kind" => "no_stampede", "cell" => "c-dalli", "message" => REASON }.freeze

  module_function

  # The table of a run of dalli with these expiries; `more` are further lines.
  def table(made: EXPIRIES, more: [])
    lines = MadeRecord.lines(more: [*([line(*made, cell: "c-dalli")] if made.any?), *more])
    lines.find { |one| one["type"] == "cell" && one["cell"] == "c-dalli" }.update(cell.slice("definition"))
    Said::Table.of(Cachemark::Record.from_lines(lines))
  end

  # A line of the record. Each expiry has how often each caller computed, its outcome, and the version that it returned.
  def line(*expiries, cell: "c", actual: nil, errors: {})
    mismatches = actual ? [{ "step" => 0, "worker" => 1, "actual" => actual }] : []
    { **Line["stampede"], "cell" => cell, "expiries" => expiries.map { |lists| expiry(*lists) }, "errors" => errors,
      "messages" => {}, "mismatches" => mismatches }
  end

  # Callers that compute take 50 ms, others 1 ms.
  def expiry(computed, outcomes, versions)
    latencies = computed.map { |count| count.zero? ? 1_000_000 : 50_000_000 }
    { "waited_ns" => 2_000_000_000, "computed" => pack(computed, "C*"), "outcomes" => pack(outcomes, "C*"),
      "versions" => pack(versions, "L<*"), "latencies" => pack(latencies, "Q<*") }
  end

  # The fields that make a cell a stampede.
  def cell(race: false)
    step = { "op" => "fetch", "key" => "k", "value" => "v", **(race ? { "race_condition_ttl" => 10 } : {}) }
    { "cell" => "c", "definition" => { "stampede" => { "workers" => 3, "ttl" => 2, "compute_ms" => 50 }, "steps" => [step] } }
  end

  def pack(numbers, form) = [numbers.pack(form)].pack("m0")
end
