# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::SentencesTest < Minitest::Test
    Remark = Stats::Remark
    THEMES = Report::Sentences.constants.map { |name| Report::Sentences.const_get(name) }.grep(Module)

    def test_every_remark_of_stats_has_one_sentence
      sources = Dir["#{ROOT}/lib/cachemark/stats{.rb,/**/*.rb}"].map { |path| File.read(path) }
      ids = sources.flat_map { |text| text.scan(/Remark\[:(\w+)/) }.flatten.map(&:to_sym).uniq
      known = [*Report::Sentences::Plain::ALL.keys, *THEMES.flat_map { |theme| theme.singleton_methods(false) }]

      assert_empty ids - known
      assert_empty known.tally.select { |_id, count| count > 1 }.keys
    end

    def test_a_sentence_ends_with_its_detail_and_begins_with_whom_it_is_about
      remark = Remark[:compressed, stores: true, detail: Remark[:value_sizes, bytes: [9, 40]]]

      assert_equal "compresses its values: 9 to 40 bytes", Report::Sentences.of(remark)
      assert_equal "compresses its values", Report::Sentences.of(remark.without_detail)
      assert_equal "both: compresses its values", Report::Sentences.of(remark.without_detail.with(about: "both"))
    end

    def test_keeps_recorded_sentences_unchanged
      assert_equal ["as it is", "as it is", nil],
                   [Remark.recorded("as it is"), "as it is", nil].map { |one| Report::Sentences.of(one) }
    end

    # Of remarks whose facts decide on the form of the sentence.
    SENTENCES = {
      Remark[:corrupt, cases: %w[a/1 a/2], checked: "2026-11-20", days: 2, notation: "dalli@2.7.11"] =>
        "CORRUPT: it returns wrong values, as check saw on 2026-11-20, 2 days before: a/1, a/2 (cachemark check dalli@2.7.11)",
      Remark[:corrupt, cases: %w[a/1 a/2 a/3 a/4 a/5], checked: "2026-11-20", days: 0, notation: "dalli"] =>
        "CORRUPT: it returns wrong values, as check saw on 2026-11-20: a/1, a/2, a/3, 2 more (cachemark check dalli)",
      Remark[:departure, way: :got, timed: 260, seen: 200] =>
        "its timed calls got 260 bytes an iteration, through the proxy 200: it works differently once it is warm",
      Remark[:contradicted, share: 0.2] => /ratio of the two times per call by more than 20 %: some calls/,
      Remark[:waits, share: 0.1] => /\Athe client computes for less than 10 % of a call's time/,
      Remark[:shims, names: %w[timeout getbyte]] => "runs with shim timeout, getbyte",
      Remark[:identical, contenders: %w[b c]] => "identical to b and c: same code, same options",
      Remark[:below_floor, version: "1.6.18", least: "1.6.27", source: "its CHANGELOG"] =>
        "memcached 1.6.18 is older than the oldest that it supports, 1.6.27 (its CHANGELOG)",
      Remark[:unsettled, count: 1, of: 3] => "still warming up when it was timed, in 1 of 3 processes",
      Remark[:warm_up, median_s: 0.2, longest_s: 3.0, bytes: 310_400] =>
        /: 0\.20 s per row and process in the median, 3\.00 s at most; up to 310 kB of compiled code\z/,
      Remark[:in_flight, seen: 1, of: 4, why: "it waits in C"] => "in flight: 1 of 4 (it waits in C)",
      Remark[:in_flight, seen: 4, of: 4, why: nil] => "in flight: 4 of 4",
      Remark[:answered_locally, reads: 3, served: 1] => "a local cache answers 2 of 3 reads, the server 1",
      Remark[:fell_behind_rate, achieved: 500.5, rate: 1_000] => %r{\Afell behind: sent 50[01]/s of 1,000/s; },
      Remark[:late_sender, ns: 400_000] =>
        "the sender itself was late: 1 % of the calls began 0.4 ms or more after they could have",
      Remark[:p99, ns: 2_130_000] => "a p99 of 2.13 ms",
      Remark[:stampede_wrong, wrong: 2, calls: 3, example: '""'] =>
        'in a stampede, 2 of 3 calls returned a wrong value, such as ""',
      Remark[:stampede_raised, raised: 2, calls: 3, errors: { "Timeout" => 2 }] =>
        "in a stampede, 2 of 3 calls raised: Timeout 2 times",
      Remark[:runs_differ, names: %w[recovery lost], share: 0.25] => "its runs differ by more than 25 % in recovery and lost",
      Remark[:ended, outcome: "stopped early", reason: "the server was killed"] => "stopped early: the server was killed",
      Remark[:ended, outcome: "interrupted", reason: nil] => "interrupted",
      Remark[:needs_another_runtime, gem: "dalli", version: "5.3.2", needs: "Ruby >= 3.3", pass: "ruby=3.3"] =>
        "dalli 5.3.2 needs Ruby >= 3.3: ruby=3.3",
      Remark[:needs_another_runtime, gem: "a", version: "2", needs: "JRuby", pass: nil] => "a 2 needs JRuby",
      Remark[:unmeasured_rows, count: 1] => "not measured: 1 row",
      Remark[:network_errors, options: { "rtt" => "5ms" }, out: { p50_us: 10, p99_us: nil, max_us: 10 },
                              in: { p50_us: 9, p99_us: 9, max_us: 90 }] =>
        "the network with rtt=5ms delivered bytes late: to the servers by at most 10.0 µs (median) and 10.0 µs (maximum), " \
        "to the clients by 9.00 µs (median), 9.00 µs (p99) and 90.0 µs (maximum)",
      Remark[:steal, percent: 4.2] => "the host took 4.2 % of the CPU away during the run",
      Remark[:no_socket_ratio, language: "node", scenarios: %w[client/set client/get], status: "invalid",
                               reason: "wrong reply"] =>
        "clients of Node.js have no × socket in client/set and client/get: their reference, socket, is invalid there " \
        "(wrong reply)",
      Remark[:busy, load: 4.5, cores: 2] => /busy when the run began \(load 4\.5 on 2 cores\)/,
      Remark[:first_pairs, counts: [5, 5]] => "an iteration over pairs is one over the first 5 of them",
      Remark[:uneven_rows, calls: [1, 6]] =>
        "an iteration is 1 to 6 calls, depending on the row: do not compare the totals of rows",
      Remark[:poor_resolution, share: 0.05] => /\Aslowdowns under 5\.0 % may be missed/,
      Remark[:joint_confidence, count: 2, confidence: 0.99] =>
        "intervals hold the truth in all 2 verdicts at once with a probability of at least 99 %",
      Remark[:joint_confidence, count: 1, confidence: 0.95] =>
        "intervals hold the truth with a probability of at least 95 %",
      Remark[:resumed, at: "10:00", argv: ["find", "--resume", "x y"]] =>
        "the search was resumed at 10:00: cachemark find --resume 'x y'",
      Remark[:resumed, at: "11:00", argv: nil] => "the search was resumed at 11:00",
      Remark[:not_searched, reason: Remark[:search_unfinished]] => "not searched: the search has not ended",
      Remark[:few_pairs, count: 11, fewest: 12] => "11 pairs of processes, fewer than 12",
      Remark[:unsure, count: 12, alpha: 0.0001] =>
        "12 pairs of processes cannot be this sure (alpha 0.0001 for each verdict)",
      Remark[:between, low: -0.012, high: 0.034, margin: 0.01] =>
        "between -1.2 % and +3.4 %: neither beyond 0 nor within ± 1 %",
      Remark[:left_out, count: 4, of: 16] => /\A4 of 16 pairs of processes do not count/,
      Remark[:few_calls, effect: -0.001, interval: [-0.02, 0.01]] =>
        /\Athis row has the mean of all calls; few make the difference: a typical one costs -0\.1 % \[-2\.0, 1\.0\]/,
      Remark[:some_calls, effect: 0.01, interval: [-0.02, 0.01]] => /at their cheapest, calls cost \+1\.0 % \[-2\.0, 1\.0\]/,
      Remark[:aa_moved, effect: 0.02] => "the A/A check differed by +2.0 %: this verdict cannot be trusted",
      Remark[:aa_wider, effect: 0.2] => /\Athe A\/A check differed by \+20 %: the interval is that much wider/,
      Remark[:too_much_steal, percent: 5.1, most: 5] => /\Athe host took 5\.1 % of the CPU away/,
      Remark[:unproven, lacking: 2, processes: 14] => "no proof of the replies of 2 of 14 processes",
      Remark[:different_work, sides: [["a", { "misses" => 0 }], ["b", { "misses" => 2 }]]] =>
        "different work that nobody declared: an iteration made the server count for a 0 misses, for b 2 misses",
      Remark[:processes_differ, unit: "objects", contender: "b", low: 2.7, high: 3.3] =>
        "objects per call differ from process to process of b, from 2.7 to 3.3: as much as the two contenders do",
      Remark[:few_counts, count: 2, fewest: 3] =>
        "2 pairs of processes, fewer than 3: how far processes differ is unknown",
      Remark[:uncounted, unit: "bytes", contender: "b"] => "no bytes on record for b",
      Remark[:longer_values, bytes: 84, peer: { contender: "b", shown: true }, theirs: 11] =>
        "its values take 84 bytes where b's take 11",
      Remark[:round_trips, count: 4, usual: 3, peer: { contender: "b", shown: true }] => "4 round trips where b makes 3",
      Remark[:options_unseen, reason: "there is no strace here", try: "install the Debian package strace"] =>
        "options of clients were not examined: there is no strace here (install the Debian package strace)",
      Remark[:searched_on, hosts: %w[n1 n2]] =>
        "searched on 2 hosts together (n1 and n2): pairs are the sum over all hosts",
      Remark[:worker_limit, hosts: %w[h1 h2]] => /\Athe workers were the limit: on h1 and h2,/,
      Remark[:server_limit, cpu: 1.9, threads: 2] => "the server was the limit: it used 1.9 cores of 2 threads",
      Remark[:load_of_hosts, hosts: %w[h1 h2], apart_ns: 1_000, clock_error_ns: 400] =>
        "load from 2 hosts (h1 and h2): blocks began within 1.00 µs of each other, ± 400 ns"
    }.freeze

    def test_facts_decide_on_the_form_of_a_sentence
      SENTENCES.each { |remark, sentence| assert_operator sentence, :===, Report::Sentences.of(remark), remark.id }
    end

    def test_a_value_is_said_however_deep_its_remarks_are
      verdict = MadeVerdicts.invalid(reason: Remark[:no_pairs], footnotes: [Remark.recorded("x")])
      decision = MadeVerdicts.decision(comparison: MadeVerdicts.comparison(verdicts: [verdict]), results: ["invalid"])
      said = Report::Sentences.in(decision)

      assert_equal ["no pair of processes was completed", ["x"]], said.verdicts.first.to_h.values_at(:reason, :footnotes)
      assert_equal "invalid", said.result(said.verdicts.first)
    end

    def test_a_value_without_remarks_is_the_same
      verdict = MadeVerdicts.slower

      assert_same verdict, Report::Sentences.in(verdict)
    end

    def test_a_remark_survives_its_record
      remark = Remark[:departure, way: :sent, timed: 9, seen: 5]
      kept = JSON.parse(JSON.generate(remark.to_h))

      assert_equal Report::Sentences.of(remark), Report::Sentences.of(Remark.read(kept))
    end
  end
end
