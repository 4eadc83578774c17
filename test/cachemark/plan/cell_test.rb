# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Plan::CellTest < Minitest::Test
    def test_the_record_keeps_names_and_what_it_takes_to_run_it_again
      cell = MadeCells.cell(contender: MadeCells.contender("socket", note: "old", given: { "a" => "b c" }))
      facts = ::JSON.parse(::JSON.generate(cell.facts))

      assert_equal ["c1", "socket", "ruby/socket", "client/get", 3, "old", { "a" => "b c" }],
                   facts.values_at("cell", "contender", "client", "scenario", "calls", "note", "given")
      assert_equal [cell.facts, cell.scenario.with(published: {})],
                   [facts, Catalog::Scenario.recorded("client/get", facts["definition"])]
    end

    def test_the_record_keeps_the_work_that_is_declared_beyond_the_scenarios
      quirk = Catalog::Client::Quirk.new(scenario: "client/get", note: "looks twice", hits: 1, misses: 2)
      client = MadeCells::CATALOG.client("socket").with(quirks: [quirk, quirk.with(hits: 0)])
      cell = MadeCells.cell(contender: MadeCells.contender("socket", client: client))

      assert_equal Plan::Work.new(hits: 1, misses: 4), cell.declared_extra_work
      assert_equal({ "hits" => 1, "misses" => 4 }, cell.facts["beyond"])
      assert_empty MadeCells.cell.facts["beyond"]
    end

    def test_the_record_keeps_which_options_are_not_as_shipped
      contender = MadeCells.contender("memcached", facts: { "version" => "1.8.0" }, given: { "binary" => "on" })
      cell = MadeCells.cell(contender: contender)

      assert_equal({ "binary" => %w[on off] }, cell.facts["departures"])
    end

    def test_the_record_keeps_the_server_and_the_documented_floor
      facts = { "version" => "4.3.10" }
      endpoint = Cachemark::Contender::Endpoint.new(memcached: "1.6.18")
      contender = MadeCells.contender("dalli", endpoint: endpoint, facts: facts).with(options: { "protocol" => "meta" })

      assert_equal [{ "memcached" => "1.6.18" }, { "memcached" => "1.6", "source" => "README.md of dalli 4.3.0" }],
                   MadeCells.cell(contender: contender).facts.values_at("endpoint", "floor")
      refute MadeCells.cell.facts.key?("endpoint")
    end

    def test_a_process_serves_a_contender_in_a_mode
      sync, threads = %w[sync threads-4].map { |mode| MadeCells.cell(mode: mode) }

      assert_equal [["socket", 1, 1, nil], ["socket threads-4", 4, 4]],
                   [[sync.lane, sync.workers, sync.sharing_workers, sync.worker_keys],
                    [threads.lane, threads.workers, threads.sharing_workers]]
      assert_equal %w[Shor0 Shor3], threads.worker_keys.values_at(0, 3).map { |keys| keys["k1"] }
      assert_equal ["socket:get", "socket:get (threads-4)"], [sync.title, threads.title]
    end

    def test_with_pairs_every_worker_makes_all_iterations_over_its_own
      cell = MadeCells.cell(scenario: "client/get-pairs", mode: "threads-4")

      assert_equal [4, 1, nil], [cell.workers, cell.sharing_workers, cell.worker_keys]
    end

    def test_a_mode_may_be_refused_or_not_concurrent
      assert_nil MadeCells.cell(mode: "threads-4").refusal
      assert_match(/\ARuby has only the modes/, MadeCells.cell(mode: "gevent-4").refusal)
      assert_equal [nil, "libmemcached waits in C and lets no other thread run"],
                   %w[sync threads-4].map { |mode| MadeCells.cell(contender: "memcached", mode: mode).facts["mode_note"] }
    end

    KNOWN = "memcached: no release since 2014; does not compile on Ruby 3.3 or later"
    UNSAFE = "used in a way that its documentation warns against (--allow unsafe): its README: each thread requires its own " \
             "Memcached instance (https://www.rubydoc.info/gems/memcached)"
    # {[client, mode] => sentences}: about the client, a mode that it warns of, and its own note.
    FOOTNOTES = { ["socket", "sync"] => [], ["memcached", "sync"] => [KNOWN], ["memcached", "threads-4"] => [KNOWN],
                  ["memcached", "threads-4,shared"] => [KNOWN, UNSAFE],
                  [MadeCells.contender("socket", note: "old"), "sync"] => ["old"] }.freeze

    def test_footnotes
      FOOTNOTES.each do |(contender, mode), footnotes|
        assert_equal footnotes, MadeCells.cell(contender: contender, mode: mode).facts["footnotes"]
      end
    end
  end

  class Plan::CellsTest < Minitest::Test
    DALLI = MadeCells.contender("dalli")
    STORE = MadeCells.contender("dalli_store")
    SOCKET = MadeCells.contender("socket")

    def test_every_contender_over_the_scenarios_of_its_kind_in_the_suites_order
      shown = cells([DALLI, STORE]).select(&:shown)

      assert_equal ["dalli:set", "dalli:get", "dalli_store:get"], shown.map(&:label)
      assert_equal %w[c1 c2 c3], shown.map(&:id)
    end

    def test_the_reference_rides_along_in_every_scenario_that_is_run
      unseen = cells([DALLI]).reject(&:shown)

      assert_equal [%w[socket client/set], %w[socket client/get]], unseen.map { |cell| [cell.contender.id, cell.scenario.id] }
    end

    def test_a_reference_that_is_shown_does_not_ride_along_too
      assert cells([DALLI, SOCKET]).all?(&:shown)
    end

    def test_each_runtime_has_its_own_reference
      other = DALLI.with(id: "dalli,ruby=/ruby", runtime: "/ruby")
      unseen = cells([DALLI, SOCKET, other], references: [SOCKET, SOCKET.with(runtime: "/ruby")]).reject(&:shown)

      assert_equal ["/ruby"], unseen.map { |cell| cell.contender.runtime }.uniq
    end

    def test_an_entrys_own_scenarios_count
      entry = Catalog::Suite::Entry.new(id: "dalli", notation: "dalli", section: "Dalli", scenarios: ["client/get"])

      assert_equal %w[client/get], cells([DALLI], entries: [entry]).select(&:shown).map { |cell| cell.scenario.id }
    end

    def test_every_mode_of_the_suite_or_of_the_entry_or_those_asked_for
      entry = Catalog::Suite::Entry.new(id: "dalli", notation: "dalli", section: "Dalli", modes: %w[fibers-02])
      lanes = ->(**how) { cells([DALLI, SOCKET], **how).map { |cell| [cell.contender.id, cell.mode] }.uniq }

      assert_equal [%w[dalli sync], %w[dalli threads-2], %w[socket sync], %w[socket threads-2]],
                   lanes.call(suite_modes: %w[sync threads-02])
      assert_equal [%w[dalli fibers-2], %w[socket sync]], lanes.call(entries: [entry])
      assert_equal [%w[dalli threads-4], %w[socket threads-4]], lanes.call(entries: [entry], modes: %w[threads-4 threads-04])
    end

    def test_the_reference_rides_along_in_each_mode_that_its_language_has
      pylibmc, python = %w[pylibmc python/socket].map { |name| MadeCells.contender(name) }
      unseen = cells([DALLI, pylibmc], references: [SOCKET, python], modes: %w[sync gevent-4]).reject(&:shown)

      assert_equal [%w[socket sync], %w[python/socket sync], %w[python/socket gevent-4]],
                   unseen.map { |cell| [cell.contender.id, cell.mode] }.uniq
    end

    def test_labels_are_the_suites
      cell = cells([DALLI.with(section: "Testing dalli")], labels: { "client/set" => "set:CLIENT" }).first

      assert_equal ["set:dalli", "Testing dalli"], [cell.label, cell.section]
    end

    private

    def cells(contenders, references: [SOCKET], entries: [], labels: {}, suite_modes: ["sync"], modes: nil)
      ids = %w[client/set client/get store/get]
      suite = Catalog::Suite.new(id: "s", title: "S", summary: "", contenders: entries, scenarios: ids, labels: labels,
                                 modes: suite_modes)
      Plan::Cell::List.new(suite: suite, contenders: contenders, references: references, modes: modes,
                           scenarios: ids.map { |id| MadeCells.scenario(id) }).to_a
    end
  end

  class Plan::WorkerKeysTest < Minitest::Test
    # [the keys of a scenario, the number of workers] => the keys of the first and of the last.
    KEYS = {
      [{ "k1" => "Short", "k2" => "Sym1-2-3::45" }, 4] =>
        [{ "k1" => "Shor0", "k2" => "Sym1-2-3::40" }, { "k1" => "Shor3", "k2" => "Sym1-2-3::43" }],
      [{ "k1" => "Short" }, 16] => [{ "k1" => "Sho00" }, { "k1" => "Sho15" }],
      # Keys that would become one are numbered further from their end.
      [{ "a" => "k1", "b" => "k2" }, 2] => [{ "a" => "01", "b" => "02" }, { "a" => "11", "b" => "12" }],
      # A key that is too short gets the number behind it.
      [{ "a" => "k1", "b" => "k2" }, 16] => [{ "a" => "k100", "b" => "k200" }, { "a" => "k115", "b" => "k215" }],
      [{ "a" => "" }, 2] => [{ "a" => "0" }, { "a" => "1" }],
      # Two names of one key stay so.
      [{ "a" => "Short", "b" => "Short" }, 2] => [{ "a" => "Shor0", "b" => "Shor0" }, { "a" => "Shor1", "b" => "Shor1" }],
      [{}, 2] => [{}, {}]
    }.freeze

    def test_the_last_characters_are_the_workers_number
      KEYS.each { |words, made| assert_equal made, of(*words).values_at(0, -1), words }
      assert_equal [%w[key-001 key-000], %w[key-101 key-100]], of(hundred, 2).map { |own| own.values.values_at(0, 99) }
    end

    def test_no_two_workers_have_one_in_common_and_lengths_stay
      [hundred, { "a" => "Short", "b" => "#{"Long" * 40}x" }, MadeCells.scenario("store/mixed").keys].each do |keys|
        made = of(keys, 16)

        assert_equal keys.size * 16, made.flat_map(&:values).uniq.size
        made.each { |own| assert_equal keys.transform_values(&:bytesize), own.transform_values(&:bytesize) }
      end
    end

    def test_the_longest_keys_stay_as_long_as_memcached_takes
      keys = Array.new(60) { |number| ["k#{number}", "#{"x" * 248}#{number.to_s.rjust(2, "0")}"] }.to_h
      made = of(keys, 256).flat_map(&:values)

      assert_equal [[250], 60 * 256], [made.map(&:bytesize).uniq, made.uniq.size]
    end

    def test_bytes_of_other_alphabets_are_counted_and_not_cut
      keys = { "a" => "ключ", "b" => "日本語", "c" => "café" }
      made = of(keys, 4)

      assert_equal [{ "a" => "клю03", "b" => "日本003", "c" => "caf03" }], made.last(1)
      made.each { |own| assert_equal keys.transform_values(&:bytesize), own.transform_values(&:bytesize) }
      assert(made.flat_map(&:values).all?(&:valid_encoding?))
    end

    private

    def of(...) = Plan::Cell::WorkerKeys.of(...)

    def hundred = Array.new(100) { |number| ["k#{number}", format("key-%03d", number + 1)] }.to_h
  end

  class Plan::ModeRulesTest < Minitest::Test
    SHARED = "threads-4,shared"

    def test_accepts_modes_that_a_contender_has_and_a_mode_with_a_warning_on_request
      assert_nil Plan::Cell::Modes.check([cell("dalli"), cell("dalli", "threads-4"), cell("memcached", "threads-4")])
      assert_nil Plan::Cell::Modes.check([cell("dalli", "gevent-8"), cell("pylibmc", "gevent-8")])
      assert_nil Plan::Cell::Modes.check([cell("memcached", SHARED)], unsafe: true)
    end

    def test_a_mode_that_nobody_has_is_refused
      assert_equal "mode gevent-8: Ruby has only the modes sync, threads, processes and fibers\n" \
                   "name a mode that one of these contenders has",
                   refused([cell("dalli"), cell("dalli", "gevent-8"), cell("memcached", "gevent-8")])
      assert_match(/\Amode processes-2,shared: processes share no memory, so that they cannot share a client$/,
                   refused([cell("dalli", "processes-2,shared"), cell("pylibmc", "processes-2,shared")]))
      hidden = cell("python/socket", "gevent-8").with(shown: false)
      assert_match(/Ruby has only the modes/, refused([cell("dalli", "gevent-8"), hidden]))
    end

    def test_a_mode_that_a_client_warns_of_is_refused_with_the_source
      message = refused([cell("memcached", SHARED), cell("memcached", SHARED, scenario: "client/set"), cell("dalli", SHARED)])

      assert_equal "memcached is not safe in mode threads-4,shared: its README: each thread requires its own Memcached " \
                   "instance (https://www.rubydoc.info/gems/memcached)", message.lines.first.chomp
      assert_match(/\A--allow unsafe /, message.lines.last)
      assert_equal 2, message.lines.size
    end

    def test_each_worker_needs_something_to_do
      cells, pairs = [cell("dalli"), cell("dalli", "threads-8")], cell("dalli", "threads-8", scenario: "client/get-pairs")

      assert_equal "--for 7x is fewer than one for each worker of threads-8\nmeasure at least 8", refused(cells, iterations: 7)
      assert_nil Plan::Cell::Modes.check(cells, iterations: 8)
      assert_nil Plan::Cell::Modes.check([pairs])
      assert_equal "threads-8 has more workers than there are pairs (7)\ntake fewer workers, or more pairs (--with data=FILE)",
                   refused([pairs.with(scenario: pairs.scenario.over(7))])
    end

    private

    def cell(name, mode = "sync", scenario: "client/get") = MadeCells.cell(contender: name, mode: mode, scenario: scenario)

    def refused(cells, **wishes) = assert_raises(Usage) { Plan::Cell::Modes.check(cells, **wishes) }.message
  end
end

class PlanForeignKeysTest < Minitest::Test
  KEYS = Cachemark::Plan::Cell::ForeignKeys

  def test_a_key_may_fill_what_prefix_and_namespace_leave_in_bytes
    too_long = cell("k" * 243)

    [cell("k" * 242), cell("k" * 239, namespace: "ns")].each { |one| assert_nil KEYS.too_long([one]) }
    [cell("k" * 240, namespace: "ns"), cell("ü" * 122)].each { |one| assert KEYS.too_long([one]) }
    assert_equal [too_long, "k2", 243], KEYS.too_long([cell("k"), too_long])
  end

  def test_a_workers_key_may_be_longer_than_the_scenarios
    sync = cell("b", namespace: "n" * 239)
    crowded = sync.with(mode: "threads-16")

    assert_nil KEYS.too_long([sync])
    assert_equal [crowded, "k1", 3], KEYS.too_long([crowded])
  end

  private

  def cell(key, **options)
    scenario = MadeCells.made_scenario([]).with(keys: { "k1" => "a", "k2" => key })
    contender = MadeCells.contender("memcached", options: options.transform_keys(&:to_s))
    MadeCells.cell(contender: contender, scenario: scenario)
  end
end
