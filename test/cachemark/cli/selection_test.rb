# frozen_string_literal: true

require "test_helper"
require "rbconfig"
require "tmpdir"

module Cachemark
  class CLI::SelectionTest < Minitest::Test
    def test_nothing_named_is_what_people_use_today
      assert_equal "today", select.suite_facts["id"]
    end

    # Documents keep their rows.
    def test_published_layouts_and_documents_have_the_classic_suite
      [{ update: "README.md" }, { format: "classic" }, { format: "gevent" }].each do |options|
        selection = select(**options)
        shown = selection.task.cells.select(&:shown)

        assert_equal ["classic", "mem_cache:set"], [selection.suite_facts["id"], shown.first.label]
        assert_operator shown.size, :>=, 74
      end
      assert_equal "classic-2015", select(as_published: true).suite_facts["id"]
    end

    def test_named_contenders_run_the_published_scenarios_of_their_kind
      cells = select("dalli", "dalli_store").task.cells

      assert_equal 7, labels(cells, "dalli").size
      assert_equal 8, labels(cells, "dalli_store").size
      assert_equal ["dalli:set", "dalli_store:mixed"], [labels(cells, "dalli").first, labels(cells, "dalli_store").first]
    end

    def test_the_reference_rides_along_unless_it_is_named
      assert_equal 15, select("dalli", "dalli_store").task.cells.count { |cell| !cell.shown }
      assert select("dalli", "socket").task.cells.all?(&:shown)
    end

    def test_the_reference_has_the_libraries_that_are_added_to_the_runtime
      FolderTree.open("gevent/setup.py" => "", "client/setup.py" => "") do |root|
        added = "gevent=path:#{root}/gevent"
        contender = "ultramemcache@path:#{root}/client,#{added}"
        cells = select(contender, scenarios: ["client/set-plain"], modes: ["gevent-2"]).task.cells

        assert_equal ["python/socket,python=python2.7,#{added}"], cells.reject(&:shown).map { |cell| cell.contender.id }
      end
    end

    def test_the_reference_is_named_by_the_version_of_its_runtime
      words = ["dalli,ruby=#{RbConfig.ruby}", "dalli,ruby=#{RbConfig.ruby},protocol=meta"]
      cells = select(*words, scenarios: ["client/get"]).task.cells.reject(&:shown)

      assert_equal ["socket,ruby=#{RUBY_VERSION}"], cells.map { |cell| cell.contender.id }
    end

    def test_rates_make_an_open_loop_and_no_reference_rides_along
      task = select("dalli", rates: [5, 10], slo_ns: 1_000).task

      assert_equal Plan::OpenLoop.new(rates: [5, 10], slo_ns: 1_000), task.open_loop
      assert task.cells.all?(&:shown)
      assert_equal [Lab::OpenLoop, Lab::Run], [task, select("dalli").task].map(&:loop)
    end

    def test_a_suites_contenders_can_be_named_by_its_ids
      cells = select("memcached_binary", suite: "classic").task.cells

      assert_equal ["memcached_binary", "ruby/memcached"], [cells.first.contender.id, cells.first.contender.client.id]
      assert_equal "memcached_binary:set", cells.first.label
    end

    def test_scenarios_are_chosen_by_glob
      cells = select("socket", scenarios: ["client/*et"]).task.cells # the order is that of the published tables

      assert_equal %w[client/set client/get client/multiget], cells.map { |cell| cell.scenario.id }
    end

    def test_a_scenario_of_the_users_own_runs_over_named_contenders_and_any_suite
      with_own_scenario do |path|
        assert_equal ["socket:mine"], select("socket", scenarios: [path]).task.cells.map(&:label)
        assert_equal Catalog.load.suite("clients").contenders.map(&:id),
                     select(suite: "clients", scenarios: [path]).task.cells.select(&:shown).map { |cell| cell.contender.id }
      end
    end

    def test_a_scenario_takes_parameters
      with_own_scenario("ours.yml") do |path|
        cells = select("socket", scenarios: ["client/get,size=10k", "client/get", "#{path},key_bytes=9"]).task.cells

        assert_equal ["client/get", "client/get,size=10k", "ours,key_bytes=9"], cells.map { |cell| cell.scenario.id }
        assert_equal "socket:get,size=10k", cells[1].label
        assert_equal [["scenario", path]], select("socket", scenarios: ["#{path},key_bytes=9"]).files
      end
    end

    def test_a_scenario_with_parameters_runs_where_its_suite_has_the_scenario
      shown = select(suite: "classic", scenarios: ["client/get,size=10k"]).task.cells.select(&:shown)

      assert_equal ["client/get,size=10k"], shown.map { |cell| cell.scenario.id }.uniq
      assert_equal 10, shown.size # its clients; the others are stores
      assert_raises(Usage) { select(suite: "versions", scenarios: ["store/get,size=10k"]).task }
    end

    def test_modes_are_the_suites_or_those_that_are_asked_for
      modes = ->(cells) { cells.map(&:mode).uniq }
      FolderTree.open("two.yml" => "contenders: [socket]\nscenarios: [client/get]\nmodes: [sync, threads-02]\n") do |folder|
        suite = File.join(folder, "two.yml")

        assert_equal [%w[sync threads-2], %w[fibers-3]],
                     [select(suite: suite), select(suite: suite, modes: %w[fibers-3])].map { |one| modes.call(one.task.cells) }
      end
    end

    def test_a_mode_of_a_suite_is_not_blamed_on_the_option
      FolderTree.open("two.yml" => "contenders: [socket]\nscenarios: [client/get]\nmodes: [bogus-3]\n") do |folder|
        message = assert_raises(Usage) { select(suite: "#{folder}/two.yml").task }.message

        assert_match(/\Amode bogus-3: Ruby has only the modes/, message)
      end
    end

    def test_modes_are_held_to_the_rules
      shared = { modes: %w[threads-4,shared], scenarios: %w[client/get] }
      refused = ->(**wishes) { assert_raises(Usage) { select("memcached", **shared, **wishes).task }.message.lines.first }

      assert_match(%r{memcached is not safe in mode threads-4,shared: .* \(https://}, refused.call)
      assert_match(/--for 3x is fewer than one for each worker of/, refused.call(allow_unsafe: true, iterations: 3))
      assert_equal %w[threads-4,shared], select("memcached", allow_unsafe: true, **shared).task.cells.map(&:mode).uniq
    end

    def test_an_exact_count_is_kept
      assert_equal 6, select("socket", iterations: 6, for_s: 10.0).task.iterations
    end

    def test_keys_that_a_foreign_servers_prefix_makes_too_long_are_refused
      text = "kind: client\nkeys: { k1: { text: Long, times: 60 } }\nsteps: [{ op: get, key: k1 }]\n"
      FolderTree.open("longish.yml" => text) do |folder|
        mine = { scenarios: [File.join(folder, "longish.yml")] }
        error = assert_raises(Usage) { select("memcached,namespace=xy", server: [Access.tcp("h", 1)], **mine).task }

        assert_match(/longish with memcached,namespace=xy: the key k1 \(240 bytes\) is longer than 250 bytes/, error.message)
        assert select("memcached", server: [Access.tcp("h", 1)], **mine).task
        assert select("memcached,namespace=xy", **mine).task
      end
    end

    def test_each_language_has_its_own_reference
      unseen = select("dalli", "pylibmc", "ultramemcache", scenarios: ["client/get-plain"]).task.cells.reject(&:shown)
      shown = select("dalli", "python/socket", "pylibmc").task.cells

      assert_equal ["socket", "python/socket", "python/socket,python=python2.7"], unseen.map { |cell| cell.contender.id }
      assert_equal %w[ruby/socket], shown.reject(&:shown).map { |cell| cell.contender.client.id }.uniq
    end

    def test_a_release_that_is_not_there_is_refused
      assert_match(/no version 99.1.*list versions dalli$/m, assert_raises(Usage) { select("dalli@99.1").task }.message)
    end

    def test_a_task_has_a_seed_and_a_time
      task = select("socket", seed: 7, for_s: 40.0, latencies: true).task

      assert_equal [7, 40.0, true, nil, nil], [task.seed, task.for_s, task.latencies, task.until, task.iterations]
      assert_equal [120.0, true], [select("socket").task.for_s, select("socket").task.seed.between?(0, 2**31)]
    end

    def test_distinguishes_several_rubies_and_each_has_its_reference
      Dir.mktmpdir do |folder|
        other = File.join(folder, "ruby").tap { |path| File.symlink(RbConfig.ruby, path) }
        cells = select("null", runtimes: [["ruby", RbConfig.ruby], ["ruby", other]], scenarios: ["client/get"]).task.cells

        assert_equal ["null,ruby=#{RbConfig.ruby}", "null,ruby=#{other}"], cells.select(&:shown).map { |cell| cell.contender.id }
        assert_equal [RbConfig.ruby, other], cells.reject(&:shown).map { |cell| cell.contender.runtime }
      end
    end

    def test_as_published_takes_the_versions_and_the_iterations_of_its_time
      selection = select(as_published: true)

      assert_equal "classic-2015", selection.suite_facts["id"]
      shown, others = selection.task.cells.partition(&:shown)
      assert_equal [100_000, 74, []], [selection.task.iterations, shown.size, others]
      assert_equal 50, select(as_published: true, iterations: 50).task.iterations
    end

    def test_work_times_nothing_whatever_it_looks_at
      own, published = [select("dalli"), select(as_published: true, suite: "versions")].map(&:untimed_task)

      assert_equal [Lab::Work, Lab::Published::Proxied], [own, published].map(&:loop)
      assert_equal %w[127.0.0.1 localhost], published.server_names
    end

    def test_as_published_the_versions_are_those_of_the_documents_under_their_headings
      task = select(as_published: true, suite: "versions", iterations: 5).task

      assert_equal ["1.8.5", "0.9.0", "0.9.4", "1.6.5", "1.5.0 (as shipped in Rails 2.2.2)"], task.cells.map(&:section).uniq
      assert_equal [%w[127.0.0.1 localhost], 35], [task.server_names, task.cells.size]
      assert_includes task.contenders.last.shims, "getbyte"
    end

    def test_as_published_a_named_row_is_the_published_one
      cells = select("memcache-client@1.6.5,timeout=off", as_published: true, suite: "versions").task.cells

      assert_equal ["1.6.5"], cells.map(&:section).uniq
    end

    def test_a_suite_may_say_how_long_and_that_no_reference_rides_along
      suite = "scenarios: [client/get]\ncontenders: [dalli]\nfor: 90s\nreference: false\n"
      FolderTree.open("mine.yml" => suite) do |folder|
        own, said = [{}, { for_s: 5.0 }].map { |more| select(suite: File.join(folder, "mine.yml"), **more).task }

        assert_equal [90.0, 5.0], [own, said].map(&:for_s)
        assert_equal ["dalli:get"], own.cells.map(&:label)
      end
      assert_in_delta 120.0, select("dalli").task.for_s
    end

    def test_the_users_pairs_take_the_place_of_a_scenarios
      FolderTree.open("data.json" => '{"k1":"v1","k2":"v2"}') do |folder|
        path = File.join(folder, "data.json")
        selection = select("socket", scenarios: ["set-pairs"], data: path)

        assert_equal [2], selection.task.cells.map { |cell| cell.scenario.calls }
        assert_includes selection.files, ["data", path]
        assert_match(/none of these has any/, assert_raises(Usage) { select("socket", data: path).task }.message)
        crowd = assert_raises(Usage) { select("socket", scenarios: ["set-pairs"], data: path, modes: ["threads-4"]).task }
        assert_equal "threads-4 has more workers than there are pairs (2)", crowd.message.lines.first.chomp
      end
    end

    def test_a_recorded_runs_pairs_are_those_of_then
      FolderTree.open("data.json" => '{"k1":"v1"}', "copy.json" => '{"k1":"v1"}') do |folder|
        path, copy = %w[data copy].map { |name| File.join(folder, "#{name}.json") }
        record = recorded(folder, MadeCells.scenario("client/set-pairs").with(pairs: Catalog::Pairs::DataFile.read(path)))

        assert_equal path, select(locked: record).task.cells.first.scenario.pairs.file
        File.delete(path)
        assert_match(/#{path}: cannot be read/, assert_raises(Usage) { select(locked: record).task }.message)
        assert_equal copy, select(locked: record, data: copy).task.cells.first.scenario.pairs.file
      end
    end

    def test_a_recorded_run_is_selected_again_with_its_locks
      Dir.mktmpdir do |folder|
        selection = select(locked: recorded(folder))

        assert_equal({ "socket" => "its lock" }, selection.locks)
        assert_equal %w[client/get client/set], selection.task.cells.map { |cell| cell.scenario.id }
        assert selection.task.cells.all?(&:shown)
      end
    end

    def test_without_a_recorded_run_nothing_is_locked
      assert_empty select("socket").locks
    end

    private

    def select(*words, **options)
      CLI::Selection.new(words, options, catalog: MadeCells::CATALOG, versions: MadeVersions.new,
                                         runtime: Env::Runtimes::Runtime.current)
    end

    def with_own_scenario(name = "mine.yml")
      text = "kind: client\nkeys: { k1: { text: Mine } }\nsteps: [{ op: get, key: k1 }]\n"
      FolderTree.open(name => text) { |folder| yield File.join(folder, name) }
    end

    def labels(cells, name) = cells.select { |cell| cell.contender.id == name }.map(&:label)

    def recorded(folder, *scenarios)
      scenarios = %w[client/get client/set].map { |id| MadeCells.scenario(id) } if scenarios.empty?
      path = File.join(folder, "run.jsonl")
      writer = Record::Writer.create(path)
      writer.add("run", command: "run", schema: Record::SCHEMA, suite: { id: "contenders" }, options: { servers: 1 })
      writer.add("environment", contender: "socket", client: "socket", lock: "its lock")
      scenarios.each { |scenario| writer.add("cell", MadeCells.cell(scenario: scenario, id: scenario.id).facts) }
      writer.close
      path
    end
  end
end
