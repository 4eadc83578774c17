# frozen_string_literal: true

require "test_helper"

module Cachemark
  class VocabularyTest < Minitest::Test
    def test_a_list_is_joined_for_a_sentence
      assert_equal ["", "a", "a and b", "a, b or c"],
                   [Vocabulary.list([]), Vocabulary.list(%w[a]), Vocabulary.list(%w[a b]), Vocabulary.list(%w[a b c], "or")]
    end

    # outcomes

    def test_outcomes_are_ranked_from_best_to_worst
      outcomes = Vocabulary::Outcomes

      assert_equal %w[CORRUPT FAIL PASS], [%w[PASS CORRUPT HANG], %w[FAIL NON-STRICT], []].map { |all| outcomes.worst(all) }
      assert_equal [0, outcomes::ALL.size - 1, nil], %w[PASS CORRUPT BETTER].map { |one| outcomes.rank(one) }
      assert_equal outcomes::BAD, outcomes::ALL.select { |one| outcomes.bad?(one) }
      assert_equal %w[NON-STRICT FAIL HANG], %w[INFO NON-STRICT FAIL HANG CORRUPT] & outcomes::EXCUSABLE
    end

    def test_the_guide_explains_each_outcome_from_best_to_worst
      guide = File.read(File.join(ROOT, "guides/checking-a-client.md"))

      assert_equal Vocabulary::Outcomes::ALL, guide.scan(/^\| `([A-Z-]+)` \|/).flatten
    end

    # references

    def test_references_are_the_clients_with_the_flag
      flagged = Catalog.load.clients.values.select(&:reference)

      assert_equal Vocabulary::References::ALL.sort, flagged.map(&:name).uniq.sort
      assert(flagged.all? { |client| Vocabulary::References.include?(client.id) })
    end

    def test_a_reference_is_known_by_id_and_by_bare_name
      references = Vocabulary::References

      assert_equal [true, true, false], %w[ruby/socket socket ruby/dalli].map { |client| references.socket?(client) }
      assert_equal [true, false, false], ["python/null", "socket", nil].map { |client| references.null?(client) }
      refute references.include?("ruby/dalli")
    end

    # metrics

    def test_a_metric_is_timed_or_counted
      metrics = Vocabulary::Metrics

      assert_equal [%w[wall typical mean cpu fastest], %w[round-trips bytes]], [metrics::TIMED, metrics::ON_THE_WIRE]
      assert_equal ["allocations", *metrics::ON_THE_WIRE, *metrics::INSTRUMENT], metrics::COUNTED
      assert_equal [false, false, true, true], %w[wall allocations bytes writes].map { |name| metrics[name].once? }
      assert_equal ["ns", "objects"], [metrics["wall"].unit, metrics["allocations"].unit]
      assert_equal ["objects per call", "bytes per process"], %w[allocations peak_rss_bytes].map { |name| metrics[name].measure }
      assert_equal %w[instructions writes allocations round-trips bytes], metrics::EXACT
    end

    def test_each_metric_of_an_instrument_has_one_and_a_row_in_the_guide
      guide = File.read(File.join(ROOT, "guides/comparing.md"))

      Vocabulary::Metrics::INSTRUMENT.each do |name|
        assert_equal 1, Lab::Instruments.for([name]).size, name
        assert_match(/^\|.*`#{name}`/, guide, name)
      end
    end

    def test_a_sentence_about_a_change_names_every_metric_but_the_first
      assert_equal ["wall"], Vocabulary::Metrics::ALL.values.reject(&:said).map(&:name)
    end

    # modes

    def test_the_protocol_takes_every_mode
      pattern = JSON.parse(File.read(File.join(ROOT, "protocol/schema.json"))).dig("$defs", "mode", "pattern")
      modes = Vocabulary::Language.all.values.flat_map(&:modes).flat_map { |name| ["#{name}-4", "#{name}-4,shared"] }

      ["sync", *modes].each { |mode| assert_match Regexp.new(pattern), Vocabulary::Mode.parse(mode).to_s }
    end
  end

  class Vocabulary::DurationTest < Minitest::Test
    def test_times_as_people_write_them
      assert_equal [40.0, 120.0, 5400.0], %w[40s 2m 1.5h].map { |text| Vocabulary.seconds(text) }
    end

    def test_a_malformed_time_is_nil
      assert_equal [nil] * 5, ["2", "m", "-1s", "2 m", nil].map { |text| Vocabulary.seconds(text) }
    end
  end

  class Vocabulary::ModeTest < Minitest::Test
    def test_a_mode_is_a_name_and_a_number_of_workers
      mode = Vocabulary::Mode.parse("gevent-08,shared")

      assert_equal ["gevent", 8, true, false], [mode.name, mode.workers, mode.shared, mode.sync?]
      assert_equal "gevent-8,shared", mode.to_s
      assert_equal mode, Vocabulary::Mode.of(mode.to_s)
    end

    def test_a_record_without_a_mode_was_in_sync
      assert_equal Vocabulary::Mode::SYNC, Vocabulary::Mode.of(nil)
    end

    def test_its_pattern_omits_the_number_of_workers
      assert_equal [true, true, false, false], ["threads", "gevent,shared", "sync", "size"].map { |text| Vocabulary::Mode.pattern?(text) }
      assert_equal %w[threads-4 threads-4,shared], %w[threads threads,shared].map { |one| Vocabulary::Mode.numbered(one, "4").to_s }
      assert_equal %w[sync threads threads,shared], %w[sync threads-4 threads-4,shared].map { |text| Vocabulary::Mode.of(text).pattern }
    end

    def test_sync_is_one_worker
      sync = Vocabulary::Mode.parse("sync")

      assert_equal [1, true, false, "sync"], [sync.workers, sync.sync?, sync.shared, sync.to_s]
    end

    def test_refuses_malformed_modes_and_lists_the_forms
      ["", "threads", "threads-", "threads-0", "threads-x", "8", "Threads-4", "threads-4,", "threads-4,own", "sync,shared",
       "threads-4\n"].each do |text|
        error = assert_raises(Usage, text.inspect) { Vocabulary::Mode.parse(text) }
        assert_match(/not a mode\nwrite sync, or NAME-N/, error.message)
      end
    end

    def test_there_is_an_end_to_workers
      assert_equal 256, Vocabulary::Mode.parse("threads-256").workers
      assert_match(/more than 256 workers/, assert_raises(Usage) { Vocabulary::Mode.parse("threads-257") }.message)
    end

    # Each mode that it lacks has the same reason, so that reports have one note.
    def test_says_what_a_language_has_instead
      ruby = MadeCells::CATALOG.language("ruby")

      assert_equal [nil, nil], %w[sync threads-4].map { |text| Vocabulary::Mode.of(text).lacking(ruby) }
      assert_equal ["Ruby has only the modes sync, threads, processes and fibers"],
                   %w[gevent-8 asyncio-2].map { |text| Vocabulary::Mode.of(text).lacking(ruby) }.uniq
    end

    def test_titles_name_every_mode_except_sync
      assert_equal ["get", "get (threads-4)"], %w[sync threads-4].map { |text| Vocabulary::Mode.of(text).title("get") }
    end
  end

  class Vocabulary::OperationsTest < Minitest::Test
    Operations = Vocabulary::Operations

    def test_each_kind_of_scenario_has_its_operations
      assert_equal %w[client store], Operations::KINDS
      assert_equal %w[set get get_multi get_multi_cas set_multi delete delete_multi add append prepend cas touch gat incr decr
                      fetch fetch_locked], Operations.of("client")
      assert_equal %w[delete delete_multi read write fetch read_multi write_multi fetch_multi increment decrement],
                   Operations.of("store")
    end

    def test_an_operation_knows_what_it_takes_and_answers
      assert_equal %w[set set_multi add append prepend cas write write_multi], Operations.names(&:writes?)
      assert_equal %w[get_multi get_multi_cas set_multi delete_multi read_multi write_multi fetch_multi],
                   Operations.names(&:multi?)
      assert_equal %w[set get delete read write], Operations.names(&:each)
      assert_equal %w[get get_multi get_multi_cas cas gat read fetch fetch_locked read_multi fetch_multi],
                   Operations.names(&:looks_up)
      assert_equal %w[get get_multi get_multi_cas gat read fetch fetch_locked read_multi fetch_multi],
                   Operations.names(&:reads?)
      assert_equal %w[get get_multi get_multi_cas read read_multi], Operations.names { |one| !one.changes? }
      assert_equal %i[hits misses sets], Operations["fetch"].counters
    end

    def test_a_fetch_has_a_ttl_only_where_it_may_write
      fetch = Operations["fetch"]

      assert_equal [false, true], [{}, { "value" => "v" }].map { |step| fetch.ttl_in?(step) }
      assert_equal [true, false], [Operations["touch"].ttl_in?({}), Operations["append"].ttl_in?("value" => "v")]
    end

    def test_a_fetch_without_a_value_is_a_read
      assert_equal [%i[hits misses], false], Operations["fetch_multi"].without_value.then { |one| [one.counters, one.ttl] }
      assert_equal Operations["get"], Operations["get"].without_value
    end

    def test_a_lookup_moves_a_counter_of_a_found_key_or_of_an_absent_one
      looking = [*Operations::ALL.values, *Vocabulary::Commands::ALL.values].select(&:looks_up)

      assert_empty(looking.reject { |one| one.found.include?(one.looks_up.first) && one.absent.include?(one.looks_up.last) })
    end

    def test_every_counter_is_one_of_the_servers
      named = Operations::ALL.values.flat_map { |one| one.found + one.absent }.uniq

      assert_empty named.map(&:to_sym) - Operations::COUNTERS.keys
    end

    def test_a_command_has_the_facts_of_the_operation_that_it_is_named_after
      commands = Vocabulary::Commands

      assert_equal Operations["touch"], commands["touch"]
      assert_equal ["gat", nil], [commands["gat"].name, commands["noop"]]
      assert_empty Operations.of("client") - commands::ALL.keys
      assert_equal %w[replace set set_multi add append prepend cas].sort, commands.names(&:writes?).sort
    end

    def test_no_other_operation_is_known
      assert_raises(KeyError) { Operations["leap"] }
    end
  end
end
