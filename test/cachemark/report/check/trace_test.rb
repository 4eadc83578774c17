# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::Evidence::TraceTest < Minitest::Test
    def test_lists_calls_as_they_began_and_ended
      lines = trace.history.map { |line| [line.ms, line.word, line.text] }

      assert_equal [[0.0, "invoke", "get k1 (interrupted: by timeout, after_ms 30)"],
                    [30.0, "fail", "get k1: Timeout::Error: execution expired"],
                    [31.0, "invoke", %(set k3 "new")], [32.0, "info", "set k3: IOError: closed"],
                    [33.0, "invoke", "get k2"], [34.0, "ok", %(get k2: "k1's <b>")]], lines
    end

    def test_a_failed_call_may_have_been_applied_unless_its_operation_changes_nothing
      words = Vocabulary::Operations::ALL.keys.to_h do |name|
        call = { "step" => { "op" => name, "key" => "k1" }, "type" => "raised", "began_ns" => 0, "ended_ns" => 1 }
        [name, trace(history: [call]).history.last.word]
      end

      assert_equal %w[get get_multi get_multi_cas read read_multi], words.select { |_, word| word == "fail" }.keys
      assert_equal ["info"], words.except("get", "get_multi", "get_multi_cas", "read", "read_multi").values.uniq
    end

    def test_shows_nested_values_as_their_bytes
      one, two = %w[one two].map { |text| { "bytes" => [text].pack("m0"), "encoding" => "UTF-8" } }
      call = { "step" => { "op" => "get_multi", "keys" => %w[k1 k2] }, "type" => "ok", "began_ns" => 0, "ended_ns" => 1,
               "value" => { "pairs" => [[one, two], [two, { "list" => [nil, 7, one] }]] } }

      assert_equal 'get_multi k1 k2: {"one" => "two", "two" => [null, 7, "one"]}', trace(history: [call]).history.last.text
    end

    def test_a_call_that_never_came_back_has_no_end
      lost = { "step" => { "op" => "get", "key" => "k1" }, "began_ns" => 5 }

      assert_equal %w[invoke], trace(history: [lost]).history.map(&:word)
    end

    def test_shows_octets_since_the_first_call_as_text_and_in_hex
      first, second = trace(bytes: 10).octets

      assert_equal [1.0, "client", "get k1\\r\\n", "67 65 74 20 6b 31 0d 0a", nil],
                   [first.ms, first.from, first.text, first.hex, first.left]
      assert_equal ["server", "VALUE \\xFFxxx", "and 497 more bytes"], [second.from, second.text, second.left]
    end

    def test_the_first_and_the_last_lines_are_shown_and_that_the_record_has_the_others
      history, octets = trace(lines: 3).history, trace(lines: 1).octets

      assert_equal [[0.0, 30.0, 34.0], "3 lines omitted here: the record has them"],
                   [history.reject { |line| gap?(line) }.map(&:ms), history[2].text]
      assert_equal ["client", "1 piece omitted here: the record has it"], [octets.first.from, octets.last.text]
      assert(trace.history.none? { |line| gap?(line) })
    end

    def test_says_where_the_record_lacks_octets
      pieces = Array.new(6) { |at| [2_000_000 + at, 1, "client", ["abc"].pack("m0")] }
      pieces[2] = [2_000_002, nil, "left out", "", { "pieces" => 7, "bytes" => 90 }]

      assert_equal "7 pieces omitted here: the record lacks them (90 bytes)", trace(octets: pieces).octets[2].text
      assert_equal [3, "9 pieces omitted here: the record lacks 7 of them (90 bytes)"],
                   trace(octets: pieces[..4], lines: 2).octets.then { |all| [all.size, all[1].text] }
      assert_equal "and 41 more bytes, of which the record lacks 40",
                   trace(octets: [[*pieces[0], { "bytes" => 40 }]], bytes: 2).octets.first.left
    end

    private

    def gap?(line) = line.is_a?(Report::Check::Evidence::Trace::Gap)

    def trace(lines: 50, bytes: 200, **evidence)
      line = MadeCheck.line("dalli", "interrupt/kill-in-get", "CORRUPT", **MadeCheck.evidence, **evidence)
      Report::Check::Evidence::Trace.new(Stats::Check::Outcome.of(line), lines: lines, bytes: bytes)
    end
  end
end
