# frozen_string_literal: true

# Records of `compare` and `gate` made by hand. They have pairs of fresh processes whose blocks form
# quads: of a baseline (the first contender) and the others, and of the A/A check.
#
#   MadeComparison.of(effects: { "client/get" => 0.05 })                     5 % slower in get
#   MadeComparison.of(contenders: %w[a b c], scenarios: %w[client/get], pairs: 20) { |arm| 1_000 }
#
# The block, where there is one, answers ns per call for an Arm. Luck of a process and of a block
# are drawn from `seed`, so that a record is the same each time.
class MadeComparison
  # The facts on which the cost of a block may depend; `arm` is "baseline" or "contender", `set` 1 or 2.
  Arm = Struct.new(:comparison, :contender, :scenario, :arm, :pair, :set, :quad, :slot, :noise, keyword_init: true)
  ORDERS = [%w[baseline contender contender baseline], %w[contender baseline baseline contender]].freeze

  #: (**Object) ?{ (Arm) -> Numeric } -> Array[Hash]
  def self.lines(**options, &cost) = new(**options, &cost).lines

  #: (**Object) ?{ (Arm) -> Numeric } -> Cachemark::Record
  def self.of(**options, &cost) = Cachemark::Record.from_lines(lines(**options, &cost))

  #: (**Object) ?{ (Arm) -> Numeric } -> Cachemark::Stats::Comparison
  def self.comparison(**options, &cost) = Cachemark::Report::Sentences.in(Cachemark::Stats::Comparison.of(of(**options, &cost)))

  # Counts of 100 calls of a cell, one figure for each process.
  #: (String, String, Array[Integer], ?noise: bool, ?set: Integer) -> Array[Hash]
  def self.counts(cell, metric, values, noise: false, set: 1)
    values.each_with_index.map do |value, at|
      { **Line["count"], "cell" => cell, "process" => "i#{cell}#{noise}#{set}#{at}", "metric" => metric, "value" => value,
        "iterations" => 100, "calls" => 100, "round" => at + 1, "set" => set, "noise" => noise }
    end
  end

  # `effects` by scenario hold for every contender but the baseline, `spread` is the luck of a process (one standard deviation).
  # `pairs` is per set, `noise_pairs` the A/A pairs; `more` are further lines. `cells`, `blocks`: Hash merged into each such
  # line, or a lambda that is given the line and answers one. `steal`: percent, of each pair. `method`: 2 for a record of a
  # Cachemark after 1.0 (Stats::TimeMethod).
  def initialize(contenders: %w[dalli@2.7.11 dalli@3.2.8], scenarios: %w[client/get client/set], effects: {}, pairs: 14,
                 sets: [1], noise_pairs: 6, quads: 2, spread: 0.002, seed: 7, command: "compare", options: {}, run: {},
                 ending: { "outcome" => "complete" }, cells: {}, blocks: {}, steal: 0.1, works: {}, more: [], method: nil,
                 &cost)
    @contenders, @scenarios, @effects = contenders, scenarios, effects
    @pairs, @sets, @noise_pairs, @quads, @spread = pairs, sets, noise_pairs, quads, spread
    @command, @options, @run, @ending = command, options, run, ending
    @cells, @blocks, @steal, @works, @more = cells, blocks, steal, works, more
    @cost = cost || ->(arm) { 1_000 * (1 + (arm.noise || arm.arm == "baseline" ? 0 : @effects.fetch(arm.scenario, 0))) }
    @method = method
    @random = Random.new(seed)
    @pair = 0
  end

  def lines
    header = [run, *@contenders.flat_map { |contender| contender_lines(contender) }, *comparisons]
    [*header, *works, *pair_lines, *@more, *ending]
  end

  private

  def run
    facts = MadeRecord.facts
    { "type" => "run", "schema" => "cachemark/record/2", **{ "method" => @method }.compact, "command" => @command,
      "argv" => [@command, *@contenders], "suite" => nil, **facts,
      "options" => { "for_s" => 60, "metrics" => ["wall"], "margin" => 0.01, "alpha" => 0.01 }.merge(@options),
      "server" => { **facts["server"], "argv" => [["memcached"]], "private" => true } }.merge(@run)
  end

  def contender_lines(contender)
    [MadeRecord.environment(contender, "dalli"), *@scenarios.map { |scenario| cell(contender, scenario) }]
  end

  def cell(contender, scenario)
    label = scenario.split("/").last.tr("-", ":")
    merged({ "type" => "cell", "cell" => cell_id(contender, scenario), "contender" => contender, "notation" => contender,
             "client" => "ruby/#{contender[/\A[^@,#]+/]}", "scenario" => scenario, "mode" => "sync", "section" => contender,
             "label" => "#{contender}:#{label}", "shown" => true, "calls" => 3, "status" => "ready", "footnotes" => [],
             "definition" => { "label" => label } }, @cells)
  end

  def cell_id(contender, scenario)
    "c#{(@contenders.index(contender) * @scenarios.size) + @scenarios.index(scenario) + 1}"
  end

  # [[comparison line, baseline, contender]], of each contender in turn, A/A last.
  def matches
    @matches ||= begin
      baseline, *others = @contenders
      [*others.each_with_index.map { |other, at| match("v", at, baseline, other) },
       *([match("n", 0, baseline, baseline)] if @noise_pairs.positive?)]
    end
  end

  def match(letter, at, baseline, contender)
    @scenarios.each_with_index.map do |scenario, index|
      { "type" => "comparison", "comparison" => "#{letter}#{(at * @scenarios.size) + index + 1}",
        "baseline" => cell_id(baseline, scenario), "contender" => cell_id(contender, scenario),
        "scenario" => scenario, "mode" => "sync", "noise" => letter == "n", :contenders => [baseline, contender] }
    end
  end

  def comparisons = matches.flatten.map { |line| line.reject { |key, _| key == :contenders } }

  # `works`: round trips and bytes an iteration, by contender: { "dalli@3.2.8" => { "round_trips" => 3, "bytes_out" => 90 } }.
  def works
    @works.flat_map do |contender, seen|
      @scenarios.flat_map do |scenario|
        [1, 2].map do |pass|
          { **Line["work"], "cell" => cell_id(contender, scenario), "process" => "w-#{contender}", "pass" => pass,
            "iterations" => 1, "round_trips" => 3,
            "bytes_out" => 120, "bytes_in" => 90, "hits" => 3, "misses" => 0, "errors" => 0, **seen }
        end
      end
    end
  end

  def pair_lines
    @sets.flat_map do |set|
      matches.flat_map do |match|
        count = match.first["noise"] ? @noise_pairs : @pairs
        Array.new(count) { one_pair(match, set) }.flatten
      end
    end
  end

  def one_pair(match, set)
    @pair += 1
    ids = %w[baseline contender].to_h { |arm| [arm, "p#{@pair}-#{arm}"] }
    luck = ids.transform_values { normal * @spread }
    started = ids.each_with_index.map { |(_arm, id), at| process(id, match.first[:contenders][at], match) }
    blocks = match.flat_map { |line| quads(line, set, ids, luck) }
    [*started, *blocks, { **Line["pair"], "pair" => @pair, "set" => set, **ids,
                          "comparisons" => match.map { |line| line["comparison"] },
                          "steal_percent" => @steal, "at_s" => @pair * 0.5 }]
  end

  def process(id, contender, match)
    proofs = match.map do |line|
      cell = line["contender"] if contender == line[:contenders].last
      { "type" => "proof", "cell" => cell || line["baseline"], "process" => id, "ok" => true, "hits" => 3, "misses" => 0 }
    end
    [{ "type" => "process", "pair" => @pair, "process" => id, "contender" => contender, "runtime" => "ruby 3.1.2",
       "version" => "1.0", "file" => "/gems/#{contender}.rb", "digest" => "digest of #{contender[/\A[^#]+/]}" }, *proofs]
  end

  def quads(line, set, ids, luck)
    Array.new(@quads) { |quad| ORDERS[(quad + @pair) % 2].each_with_index.map { |arm, slot| [quad, slot, arm] } }
         .flatten(1).map { |quad, slot, arm| block(line, set, ids, luck, [quad, slot, arm]) }
  end

  def block(line, set, ids, luck, (quad, slot, arm))
    contender = line[:contenders][arm == "baseline" ? 0 : 1]
    arm_facts = Arm.new(comparison: line["comparison"], contender: contender, scenario: line["scenario"], arm: arm, pair: @pair,
                        slot: slot, set: set, quad: quad, noise: line["noise"])
    wall = (@cost.call(arm_facts) * 300 * Math.exp(luck[arm] + (normal * @spread / 2))).round
    merged({ **Line["block"], "cell" => line[arm], "process" => ids[arm], "comparison" => line["comparison"],
             "pair" => @pair, "quad" => quad, "slot" => slot, "arm" => arm, **measured(wall) }, @blocks)
  end

  def measured(wall)
    { "iterations" => 100, "calls" => 300, "wall_ns" => wall, "user_ns" => wall / 2, "system_ns" => wall / 4, "batch" => 5,
      "batches" => [wall / 20] * 20, "estimate" => "stretches", "allocations" => 900, "gc_ns" => 0, "gc_count" => 0,
      "server_hits" => 300, "server_misses" => 0 }
  end

  def normal = MadeRange.normal(@random)

  def merged(line, more) = line.merge(more.respond_to?(:call) ? more.call(line) : more)

  def ending = @ending ? [{ "type" => "end", **@ending }] : []
end
