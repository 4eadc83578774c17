# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ProofTest < Minitest::Test
    include ALab

    # Right in every reply that a block of 200 iterations ends with.
    WRONG_REPLIES = { "set" => "@asked = 0; super", "get" => "super.tap { return [7] if @asked.between?(100, 199) }" }.freeze

    def test_a_client_that_answers_correctly_is_proved
      assert_nil prove("socket")
      assert_equal [[true, 3, 0, nil, 2]],
                   writer.record.proofs.map { |line| line.values_at("ok", "hits", "misses", "reason", "iterations") }
    end

    def test_an_operation_that_a_client_does_not_offer_is_unavailable
      found = prove("null", open: { type: "not_offered", reason: "not offered: decr" })

      assert_equal ["unavailable", "not offered: decr", false], found
      assert_empty writer.record.proofs
    end

    def test_a_wrong_reply_is_reported_with_the_expected_one
      wrong = { iteration: 1, step: 0, op: "get", key: "k1", expected: "[\"Short\"]", actual: "x" * 100 }
      status, reason = prove("null", verify: { ok: false, mismatches: [wrong, wrong] })

      assert_equal "invalid", status
      assert_equal "wrong reply: get of k1 in iteration 1 answered #{"x" * 57}..., expected [\"Short\"] (2 wrong in all)", reason
      assert_equal [[false, reason]], writer.record.proofs.map { |line| line.values_at("ok", "reason") }
    end

    def test_of_very_many_wrong_replies_only_some_are_counted
      wrong = { iteration: 1, step: 0, op: "get", key: "k1", expected: "a", actual: "b" }

      assert_match(/expected a \(20 or more wrong\)\z/, prove("null", verify: { ok: false, mismatches: [wrong] * 20 }).last)
    end

    def test_errors_without_a_wrong_reply_are_reported_by_class
      assert_equal ["invalid", "the proof failed: Timeout::Error x 2"],
                   prove("null", verify: { ok: false, errors: { "Timeout::Error" => 2 } })
    end

    def test_a_client_that_saw_other_hits_than_the_scenario_has_is_refused
      work = [{ hits: 3, misses: 0 }, { hits: 2, misses: 1 }]
      status, reason = prove("null", verify: { work: work, proof: "values name their keys" })

      assert_equal "invalid", status
      assert_equal "the client saw 2 hits and 1 miss in an iteration; the scenario makes 3 hits and 0 misses", reason
      assert_equal [[false, 2, 1]], writer.record.proofs.map { |line| line.values_at("ok", "hits", "misses") }
    end

    def test_the_hits_of_all_workers_count
      right, wrong = [12, 3].map { |hits| { work: [{ hits: 12, misses: 0 }, { hits: hits, misses: 0 }], proof: "values" } }
      assert_nil prove("null", mode: "threads-4", verify: right)
      _, reason = prove("null", mode: "threads-4", verify: wrong)

      assert_equal [3, 0], writer.record.proofs.first.values_at("hits", "misses")
      assert_match(/the client saw 3 hits .* in an iteration; the scenario makes 12 hits/, reason)
    end

    def test_over_pairs_one_pass_is_the_proof_and_servers_were_flushed
      heard = File.join(folder, "heard.jsonl")
      assert_nil prove("socket", scenario: pairs("client/get-pairs"))
      prove("null", scenario: pairs("client/set-pairs"), heard: heard)
      verify = File.readlines(heard).map { |line| JSON.parse(line) }.find { |one| one["type"] == "verify" }

      assert_equal [true, 9, 0, 1], writer.record.proofs.first.values_at("ok", "hits", "misses", "iterations")
      assert_equal [[[{ "each" => "stored" }]], [{ "each" => "hit" }], true], verify.values_at("iterations", "state", "flushed")
    end

    def test_the_null_client_reads_nothing
      assert_nil prove("null")
      assert_equal [[true, 0, 0]], writer.record.proofs.map { |line| line.values_at("ok", "hits", "misses") }
    end

    def test_a_cell_that_every_block_proves_is_only_opened_in_later_processes
      set = pairs("client/set-pairs")
      proven = ->(ns) { ->(state) { state.proof_kind, state.iteration_ns = "values name their keys", ns } }

      [[set, proven.call(1e9), 0], [set, ->(state) { state.iteration_ns = 1e9 }, 1], ["client/get", proven.call(1e9), 1],
       [set, proven.call(1e6), 1]].each do |scenario, known, times|
        before = writer.record.proofs.size
        open("socket", scenario: scenario)
        known.call(@state)

        assert_nil @proof.again(@state, @process)
        assert_equal times, writer.record.proofs.size - before
      end
    end

    def test_the_long_proof_is_as_long_as_the_longest_block_and_made_once
      proved("client/get", longest: 40)

      2.times { assert_nil @proof.long(@state, @process) }
      assert_equal [2, 40], iterations
    end

    def test_the_long_proof_ends_after_a_thousand_calls
      { "client/get" => 334, "client/mixed" => 84, "client/multiget" => 1_000 }.each do |scenario, most|
        proved(scenario, longest: 20_000)
        assert_nil @proof.long(@state, @process)

        assert_equal most, iterations.last
      end
    end

    def test_workers_share_the_block_and_not_the_long_proof
      proved("client/get", longest: 40, mode: "threads-4")
      assert_nil @proof.long(@state, @process)

      assert_equal 10, iterations.last
    end

    def test_a_cell_that_was_never_timed_or_makes_no_calls_needs_no_long_proof
      [["socket", 0], ["null", 40]].each do |name, longest|
        proved("client/get", longest: longest, name: name)
        before = iterations.size
        @proof.long(@state, @process)

        assert_equal before, iterations.size
      end
    end

    def test_a_pass_over_pairs_was_proved_as_a_whole_by_its_blocks
      { 1 => [1], 30 => [1, 1, 30] }.each do |longest, made|
        proved(pairs("client/get-pairs"), longest: longest)
        assert_nil @proof.long(@state, @process)

        assert_equal made, iterations
      end
    end

    def test_a_client_that_works_as_it_did_while_timed_is_left_alone
      measured("super") do
        2.times { assert_equal [nil, nil], [@proof.long(@state, @process), @proof.on_the_wire(@state, @process)] }
        assert_equal [[2, true], [200, true]], writer.record.proofs.map { |proof| proof.values_at("iterations", "ok") }
        assert_equal [1, 2], writer.record.works.map { |work| work["pass"] }
      end
    end

    def test_wrong_replies_that_only_a_long_proof_meets_are_found
      measured(WRONG_REPLIES) do
        status, reason = @proof.long(@state, @process)

        assert_equal "invalid", status
        assert_match(/\Awrong reply: get of k\d in iteration \d+ answered \[7\], expected .* \(20 or more wrong\)\z/, reason)
      end
    end

    def test_bytes_that_the_proxy_never_saw_are_found
      measured(SpoiltDalli.by_threes(after: 252)) do
        assert_nil @proof.long(@state, @process)
        status, reason = @proof.on_the_wire(@state, @process)

        assert_equal "invalid", status
        assert_match(/\Aits timed calls (sent|got) \d+ bytes an iteration, through the proxy \d+/, Report::Sentences.of(reason))
      end
    end

    private

    def pairs(id) = MadeCells.scenario(id).over(9)

    # A process of the contender, that has loaded its client.
    def open(name, mode: "sync", scenario: "client/get", **answers)
      contender = name.is_a?(String) ? MadeCells.contender(name) : name
      environments = name.is_a?(String) ? {} : { environments: { contender.id => DrivenClient.environment(contender) } }
      @engine = engine([contender], made: answers.empty? ? {} : { name => answers }, **environments)
      @process = client_process(@engine, contender, mode: mode)
      @state = MadeCells.state(contender: contender, scenario: scenario, mode: mode)
      @proof = Lab::Proof.new(@engine)
    end

    def prove(name, **settings)
      open(name, **settings)
      @proof.call(@state, @process)
    end

    # A proved cell whose longest block had so many iterations.
    def proved(scenario, longest:, name: "socket", mode: "sync")
      assert_nil prove(name, scenario: scenario, mode: mode)
      @state.longest = longest
    end

    def iterations = writer.record.proofs.map { |proof| proof["iterations"] }

    # A dalli that was changed like this, when it has measured a block.
    def measured(get)
      SpoiltDalli.open(get) do |notation|
        assert_nil prove(DrivenClient.contender(notation))
        Lab::Block.closed_loop(@state, 200).run(@engine, @process).record({ process: "p1", generation: 0, round: 0 })
        yield
        @process.kill
      end
    end
  end
end
