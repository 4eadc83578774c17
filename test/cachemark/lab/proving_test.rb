# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::ProvingTest < Minitest::Test
    include ALab

    def test_a_client_that_answers_rightly_is_proved
      assert_nil prove("socket")
      assert_equal [[true, 3, 0, nil]], writer.record.proofs.map { |line| line.values_at("ok", "hits", "misses", "reason") }
    end

    def test_of_very_many_wrong_replies_only_some_are_counted
      wrong = { iteration: 1, step: 0, op: "get", key: "k1", expected: "a", actual: "b" }

      assert_match(/expected a \(20 or more wrong\)\z/, prove("null", verify: { ok: false, mismatches: [wrong] * 20 }).last)
    end

    def test_what_a_client_does_not_offer_is_unavailable
      assert_equal ["unavailable", "not offered: decr"], prove("null", open: { type: "not_offered", reason: "not offered: decr" })
      assert_empty writer.record.proofs
    end

    def test_a_wrong_reply_is_told_with_what_was_expected
      wrong = { iteration: 1, step: 0, op: "get", key: "k1", expected: "[\"Short\"]", actual: "x" * 100 }
      status, reason = prove("null", verify: { ok: false, mismatches: [wrong, wrong] })

      assert_equal "invalid", status
      assert_equal "wrong reply: get of k1 in iteration 1 answered #{"x" * 57}..., expected [\"Short\"] (2 wrong in all)", reason
      assert_equal [[false, reason]], writer.record.proofs.map { |line| line.values_at("ok", "reason") }
    end

    def test_a_client_that_saw_other_hits_than_the_scenario_has_is_refused
      work = [{ hits: 3, misses: 0 }, { hits: 2, misses: 1 }]
      status, reason = prove("null", verify: { work: work, proof: "values name their keys" })

      assert_equal "invalid", status
      assert_equal "the client saw 2 hits and 1 miss in an iteration; the scenario makes 3 hits and 0 misses", reason
      assert_equal [[false, 2, 1]], writer.record.proofs.map { |line| line.values_at("ok", "hits", "misses") }
    end

    def test_workers_see_as_much_as_all_of_them_should
      right, wrong = [12, 3].map { |hits| { work: [{ hits: 12, misses: 0 }, { hits: hits, misses: 0 }], proof: "values" } }
      assert_nil prove("null", mode: "threads-4", verify: right)
      _, reason = prove("null", mode: "threads-4", verify: wrong)

      assert_equal [3, 0], writer.record.proofs.first.values_at("hits", "misses")
      assert_match(/the client saw 3 hits .* in an iteration; the scenario makes 12 hits/, reason)
    end

    def test_over_pairs_one_pass_proves_itself_on_servers_that_are_flushed
      heard = File.join(folder, "heard.jsonl")
      assert_nil prove("socket", scenario: MadeCells.scenario("client/get-pairs").over(9))
      prove("null", scenario: MadeCells.scenario("client/set-pairs").over(9), heard: heard)
      verify = File.readlines(heard).map { |line| JSON.parse(line) }.find { |one| one["type"] == "verify" }

      assert_equal [true, 9, 0, 1], writer.record.proofs.first.values_at("ok", "hits", "misses", "iterations")
      assert_equal [[[{ "each" => "stored" }]], [{ "each" => "hit" }], true], verify.values_at("iterations", "state", "flushed")
    end

    def test_the_ruler_reads_nothing
      assert_nil prove("null")
      assert_equal [[true, 0, 0]], writer.record.proofs.map { |line| line.values_at("ok", "hits", "misses") }
    end

    def test_errors_without_a_wrong_reply_are_told_by_class
      assert_equal ["invalid", "the proof failed: Timeout::Error x 2"],
                   prove("null", verify: { ok: false, errors: { "Timeout::Error" => 2 } })
    end

    def test_what_proves_itself_in_each_block_does_so_no_more
      pairs = MadeCells.scenario("client/set-pairs").over(9)
      long = ->(bout) { bout.proof, bout.iteration_ns = "values name their keys", 1e9 }

      [[pairs, long, 0], [pairs, ->(bout) { bout.iteration_ns = 1e9 }, 1], ["client/get", long, 1],
       [pairs, ->(bout) { bout.proof, bout.iteration_ns = "values name their keys", 1e6 }, 1]].each do |scenario, known, times|
        writer.record.proofs.size.then do |before|
          assert_nil prove("socket", scenario: scenario, as: :again, &known)
          assert_equal times, writer.record.proofs.size - before
        end
      end
    end

    private

    def prove(name, mode: "sync", scenario: "client/get", as: :call, **answers)
      contender = MadeCells.contender(name)
      rig = rig([contender], made: answers.empty? ? {} : { name => answers })
      session = rig.driver(contender)
      session.request("load", rig.load_fields(contender), deadline_s: 20)
      bout = MadeCells.bout(contender: contender, scenario: scenario, mode: mode)
      yield bout if block_given?
      Lab::Proving.new(rig: rig, writer: writer).public_send(as, bout, session, "p1")
    end
  end
end
