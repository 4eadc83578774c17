# frozen_string_literal: true

require "test_helper"

class StatsFootnotesTest < Minitest::Test
  def test_a_shim_is_said
    assert_includes notes { |line| line["shims"] &&= %w[timeout getbyte] }, "runs with shim timeout, getbyte"
  end

  def test_whom_a_check_saw_return_wrong_values_is_marked_first
    marked = { "notation" => "dalli@2.7.11", "cases" => { "interrupt/kill-in-get" => "2026-11-20T10:00:00Z" } }
    names = MadeRecord.lines.filter_map { |line| line["contender"] }
    said = notes { |line| line["marks"] = names.to_h { |name| [name, marked] } if line["type"] == "run" }

    assert_match(/\ACORRUPT: it returns wrong values.*interrupt\/kill-in-get/, said.first)
  end

  def test_little_cpu_time_blurs_the_split
    ticks = "user and system from less than 1 s of CPU: the kernel counts ticks"

    assert_includes notes, ticks
    refute_includes notes(block: { "user_ns" => 1_000_000_000 }), ticks
  end

  def test_reads_that_a_local_cache_answered_are_said
    said = notes { |line| line.merge!("iterations" => 10, "server_hits" => 10, "server_misses" => 0) if line["type"] == "block" }

    assert_includes said, "a local cache answers 2 of 3 reads, the server 1"
  end

  def test_reads_that_the_server_answered_need_no_word
    said = notes { |line| line.merge!("iterations" => 10, "server_hits" => 30, "server_misses" => 0) if line["type"] == "block" }

    refute_includes said.join, "local cache"
  end

  def test_the_cells_own_come_first
    assert_equal "ttl differs", notes { |line| line["footnotes"] &&= ["ttl differs"] }.first
  end

  def test_what_the_tap_found_is_said_in_words_that_rows_share
    set = MadeWork.command("set", ttls: [9], encodings: ["ActiveSupport entry"], value_bytes: [90])
    lines = MadeWork.row("a", "client/set", [set], cell: { "departures" => { "binary" => %w[on off] } })
    reference = MadeWork.row("socket", "client/set", [MadeWork.command("set", value_bytes: [4])])
    evidence = Cachemark::Stats::Evidence.new(MadeWork.record(lines, reference))

    assert_equal ["wraps its values in ActiveSupport entries", "ttl 9 where the scenario says none"],
                 Cachemark::Stats::Footnotes.new(evidence).of(lines.first, nil)
  end

  def test_how_many_calls_waited_at_once_is_said
    waited = { "type" => "in_flight", "cell" => "c-dalli", "of" => 4, "seen" => 1 }
    lines = MadeRecord.lines.each { |line| line["mode_note"] = "it waits in C" if line["cell"] == "c-dalli" }
    row = row([*lines, waited])

    assert_includes row.footnotes, "in flight: 1 of 4 (it waits in C)"
    assert_equal({ seen: 1, of: 4 }, row.in_flight)
    assert_includes footnotes([*lines, waited]).of_itself(lines.find { |line| line["cell"] == "c-dalli" }), row.footnotes.first
  end

  def test_replies_without_a_proof_are_said
    lines = MadeRecord.lines.reject { |line| line["type"] == "proof" }

    assert_includes row(lines).footnotes, "no proof of its replies is on record"
  end

  private

  def notes(**options, &change)
    lines = MadeRecord.lines(**options)
    lines.each(&change) if change
    row(lines).footnotes
  end

  def footnotes(lines)
    Cachemark::Stats::Footnotes.new(Cachemark::Stats::Evidence.new(Cachemark::Record.from_lines(lines)))
  end

  def row(lines) = Cachemark::Stats::Table.of(Cachemark::Record.from_lines(lines)).rows.last
end
