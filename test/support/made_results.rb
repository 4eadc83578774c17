# frozen_string_literal: true

require "digest"

# Results made by hand, as their files have them.
#
#   MadeResults.run("dalli@5.3.2" => 20.0, "pymemcache@4.0.0" => { us: 18.0, ratio: 1.1 })      # µs per get
#   MadeResults.runs({ "client/get" => { "dalli@5.3.2" => 20.0 }, "client/set" => { "dalli@5.3.2" => 22.0 } })
#   MadeResults.check("dalli@5.3.2" => { "CORRUPT" => 1, %w[FAIL warned] => 2, "PASS" => 300 })
module MadeResults
  Results = Cachemark::Results
  MACHINE = { "id" => "9908babf6faf62c5", "cpu" => "AMD EPYC", "cores" => 2, "os" => "Debian GNU/Linux 12 (bookworm)",
              "kernel" => "6.1", "memory_gib" => 24, "load_before" => 0.2, "load_after" => 1.9, "steal_percent" => 0.1 }.freeze
  LANGUAGES = { **%w[dalli memcached memcache-client mem_cache_store memcached_store socket].to_h { |name| [name, "ruby"] },
                **%w[pymemcache pylibmc ultramemcache].to_h { |name| [name, "python"] } }.freeze
  RUNTIMES = { "ruby" => "3.3.8", "python" => "3.11.2" }.freeze

  class << self
    # A run of client/get, or of another scenario.
    def run(costs, scenario: "client/get", **more) = runs({ scenario => costs }, **more)

    # A run of several scenarios.
    def runs(costs, **more)
      rows = costs.flat_map { |scenario, own| own.map { |name, cost| row(name, cost, scenario) } }
      of("run", rows.map { |one| one["contender"] }.uniq, rows: rows, **more)
    end

    def check(outcomes, trusted: true, **more)
      cases = outcomes.flat_map { |name, counts| counts.except("PASS").flat_map { |kind, count| cases(name, count, *kind) } }
      sums = outcomes.transform_values do |counts|
        counts.each_with_object(Hash.new(0)) { |((outcome, _), count), sums| sums[outcome] += count }
      end
      of("check", outcomes.keys, cases: cases, outcomes: sums, axis: [], trusted: trusted, failures: [], **more)
    end

    # A get of a contender against a baseline.
    def compare(contender, baseline, effect, interval, verdict: "slower", **more)
      compared([verdict(contender, baseline, effect, interval: interval, verdict: verdict)], **more)
    end

    # A comparison with these verdicts.
    def compared(verdicts, **more)
      names = verdicts.flat_map { |one| one.values_at("baseline", "contender") }.uniq
      of("compare", names, verdicts: verdicts, noise: [], **more)
    end

    def verdict(contender, baseline, effect, verdict: "slower", interval: [effect, effect], scenario: "client/get", **more)
      { "contender" => contender, "baseline" => baseline, "scenario" => scenario, "mode" => "sync",
        "metric" => "wall", "verdict" => verdict, "effect" => effect, "interval" => interval,
        "resolution" => 0.004, "reason" => nil, "pairs" => 40, "costs" => [20_000.0, 20_000.0 * (1 + effect)], "unit" => "ns",
        "footnotes" => [], **more.transform_keys(&:to_s) }
    end

    # Runs of clients while server 1 is lost: {name => [[lost calls of 5,000, seconds until recovery or nil], ...]}.
    def outage(runs, **more)
      rows = runs.map do |name, own|
        figures = own.each_with_index.map do |(lost, recovery_s), at|
          { "number" => at, "calls" => 5_000, "lost" => lost, "outcomes" => {},
            "recovery_ns" => recovery_s && (recovery_s * 1e9).round }
        end
        { "contender" => name, "scenario" => "client/outage", "mode" => "sync", "status" => "ok", "runs" => figures }
      end
      of("outage", runs.keys, rows: rows, wrong: nil, **more)
    end

    # `departures` and `runtimes` are by contender, `figures` go into the file as they are.
    def of(command, names, at: "2026-11-26T10:00:00Z", machine: {}, campaign: nil, argv: nil, answer: ["An answer."],
           departures: {}, runtimes: {}, **figures)
      sha = Digest::SHA256.hexdigest([command, names, at, machine, figures].inspect)
      contenders = names.map { |name| contender(name, departures.fetch(name, {}), runtimes[name]) }
      facts = { "schema" => Results::SCHEMA, "id" => sha[0, 12], "campaign" => campaign, "command" => command,
                "argv" => argv || [command.split.first, *names], "cachemark" => "1.0.0", "seed" => 7, "started_at" => at,
                "ended_at" => at, "answer" => answer, "notes" => [], "record" => { "sha256" => sha, "bytes" => 1_000_000 },
                "machine" => { **MACHINE, **machine.transform_keys(&:to_s) }, "memcached" => "1.6.45",
                "placement" => "one-core", "contenders" => contenders, **figures.transform_keys(&:to_s) }
      Results::Result.of(JSON.parse(JSON.generate(facts)), path: "made.json")
    end

    def survey(*results) = Results::Survey.new(results.sort_by(&:started_at))

    private

    def contender(name, departures, runtime)
      word = name[/\A[\w-]+/]
      language = LANGUAGES.fetch(word)
      { "id" => name, "client" => "#{language}/#{word}", "notation" => name, "version" => name[/@([^,]+)/, 1] || "1",
        "runtime" => language, "runtime_version" => runtime || RUNTIMES.fetch(language), "departures" => departures,
        "memcached" => "1.6.45", "homepage" => "https://example.org/#{word}" }
    end

    # A cost is in µs, or a Hash of row members.
    def row(name, cost, scenario)
      us, more = cost.is_a?(Hash) ? [cost[:us], cost] : [cost, {}]
      ns = us * 1_000
      ratio = more.fetch(:ratio, us / 15.0)
      { "contender" => name, "scenario" => scenario, "mode" => "sync", "status" => "ok", "reason" => nil, "footnotes" => [],
        "processes" => 20, "wall_ns" => ns, "interval" => [ns * 0.995, ns * 1.005], "disturbance" => 0.1,
        "socket_ratio" => ratio, "socket_ratio_interval" => [ratio * 0.99, ratio * 1.01], "allocations" => 13.0,
        "gc_share" => 0.04, **more.fetch(:row, {}) }
    end

    def cases(name, count, outcome, because = nil)
      Array.new(count) do |number|
        name_of_case = "interrupt/#{outcome.downcase}-#{number}"
        { "case" => name_of_case, "fault" => "interrupt/timeout", "contender" => name, "mode" => "sync", "outcome" => outcome,
          "n" => 10, "times" => 10, "reason" => "the reply to another key",
          "replay" => "cachemark check #{name} --case #{name_of_case} --seed 7", **{ "because" => because }.compact }
      end
    end
  end
end
