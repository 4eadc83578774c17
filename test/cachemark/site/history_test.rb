# frozen_string_literal: true

require "test_helper"
require "csv"
require "json"
require "rexml/document"
require "tmpdir"

module Cachemark
  class Site::History::ContentsTest < Minitest::Test
    # A store between whose answers another process adds a series and takes a record away.
    FakeStore = Struct.new(:tracks, :changes, :entries, :skipped, keyword_init: true) do
      def series = tracks.map { |track| track.to_h.values_at(:client, :options, :scenario, :mode) }
      def trend(scenario:, **) = tracks.find { |track| track.scenario == scenario }.lines
    end

    def test_takes_series_runs_and_summaries_from_a_store
      Dir.mktmpdir do |dir|
        store = History::Store.open("#{dir}/history", create: true)
        2.times { |day| store.add(record(dir, day)) }
        contents = Site::History::Contents.of(store)

        assert_equal [%w[ruby/dalli ruby/socket], 2, %w[2026-11-21 2026-11-22]],
                     [contents.clients, contents.count, contents.runs.map { |run| run.started_at[0, 10] }]
        assert_equal [2], contents.tracks_of("ruby/dalli").map { |track| track.points.size }
        assert_equal contents.runs.map(&:started_at), contents.summaries.map { |fields| fields["started_at"] }
        assert_empty contents.changes
      end
    end

    def test_lists_changes_newest_first_and_by_series
      tracks = %w[client/get client/set].map { |scenario| MadeSite.track(scenario: scenario) }
      early = tracks.map { |track| MadeSite.change(track).with(to: track.points.first) }
      late = tracks.map { |track| MadeSite.change(track) }
      changes = [*late.reverse, *early.reverse, MadeSite.change(MadeSite.track(scenario: "client/new"))]
      store = FakeStore.new(tracks: tracks, changes: changes, entries: [], skipped: [])

      assert_equal [%w[client/get client/set] * 2, %w[4.0.0 4.0.0 3.0.0 3.0.0]],
                   Site::History::Contents.of(store).changes.map { |change| [change.scenario, change.to.version] }.transpose
    end

    def test_reports_a_record_that_vanishes_meanwhile
      track = MadeSite.track
      entry = MadeSite.entry(track.points.first, path: "/nowhere/record.jsonl")
      store = FakeStore.new(tracks: [track], changes: [], entries: [entry], skipped: [])

      assert_match(/lost a record.*\npublish again/m, assert_raises(Trouble) { Site::History::Contents.of(store) }.message)
    end

    private

    def record(dir, day)
      lines = MadeRecord.lines(run: { "started_at" => "2026-11-#{21 + day}T10:00:00Z" })
      "#{dir}/#{day}.jsonl".tap { |path| File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join) }
    end
  end

  class Site::History::TrackTest < Minitest::Test
    def test_releases_are_the_newest_point_of_each_version_in_order
      points = [["10.0", 1.0], ["9.0", 1.1], ["9.0", 1.2], ["abc", 1.3]].each_with_index.map do |(version, ratio), week|
        MadeSite.point(week, "dalli", version, ratio)
      end

      assert_equal [["abc", 1.3], ["9.0", 1.2], ["10.0", 1.0]],
                   track(MadeSite.line(points)).releases.transform_values(&:socket_ratio).to_a
    end

    def test_uses_a_figure_without_an_interval_only_if_there_is_no_other
      sure, unsure, alone = %w[1.0 1.0 2.0].each_with_index.map do |version, week|
        MadeSite.point(week, "dalli", version, 1.0 + week)
      end
      few = [unsure, alone].map { |point| point.with(interval: nil, socket_ratio_interval: nil) }
      all = track(MadeSite.line([sure, *few]))

      assert_equal [1.0, 3.0], all.releases.values.map(&:socket_ratio)
      assert_equal [sure, few.last], all.pair("1.0", "2.0")
    end

    def test_releases_carry_over_machines_and_not_over_runtimes
      old, away, new = %w[1.0 2.0 3.0].each_with_index.map { |version, week| [MadeSite.point(week, "dalli", version, 1.0)] }
      lines = [MadeSite.line(old), MadeSite.line(away, runtime: "jruby"), MadeSite.line(new, machine: "m2")]

      assert_equal %w[1.0 3.0], track(*lines).releases.keys
    end

    def test_two_versions_meet_within_one_line_only
      first = %w[1.0 2.0].each_with_index.map { |version, week| MadeSite.point(week, "dalli", version, 1.0) }
      second = %w[2.0 3.0].each_with_index.map { |version, week| MadeSite.point(week + 2, "dalli", version, 1.0) }
      both = track(MadeSite.line(first), MadeSite.line(second, machine: "m2"))

      assert_equal first, both.pair("1.0", "2.0")
      assert_nil both.pair("1.0", "3.0")
    end

    def test_anchors_are_those_of_one_series_and_of_one_change
      tracks = [MadeSite.track, MadeSite.track(mode: "threads-4"), MadeSite.track(options: "threads-4")]
      anchors = tracks.flat_map { |track| [track.anchor, Site::History.anchor(MadeSite.change(track))] }

      assert_equal anchors.uniq, anchors
      refute tracks.last.of?(MadeSite.change(tracks.first))
    end

    private

    def track(*lines) = MadeSite.track.with(lines: lines)
  end

  class Site::History::PagesTest < Minitest::Test
    def test_pairs_adjacent_versions_and_the_first_with_the_last_if_a_series_has_both
      single = [MadeSite.track(ratios: { "3.0.0" => 1.4 }), MadeSite.track(scenario: "client/set", ratios: { "4.0.0" => 1.4 })]

      assert_equal [%w[3.0.0 3.2.8], %w[3.2.8 4.0.0], %w[3.0.0 4.0.0]], pairs(MadeSite.contents)
      assert_equal [%w[3.0.0 3.2.8]], pairs(MadeSite.contents(ratios: MadeSite::RATIOS.first(2).to_h))
      assert_empty pairs(MadeSite.contents(tracks: single, changes: []))
    end

    def test_shows_the_newest_figures_one_by_one_and_all_versions_by_release
      points = Array.new(250) do |day|
        MadeSite.point(0, "dalli", "1.#{day}", 1.0).with(at: Time.at(day * 86_400).utc.strftime("%FT%TZ"))
      end
      texts = texts(MadeSite.contents(tracks: [MadeSite.track.with(lines: [MadeSite.line(points)])], changes: []))

      assert_includes texts["clients/ruby-dalli.html"], "client/get, the newest first: 200 of 250 figures"
      refute_includes texts["clients/ruby-dalli.html"], ">1.49<"
      assert_includes texts["releases/ruby-dalli.html"], ">1.49<"
    end

    def test_a_series_whose_scenario_was_redefined_has_another_line
      changed = MadeSite.line([MadeSite.point(5, "dalli", "4.0.0", 1.0)], definition: "d2")
      tracks = [MadeSite.track.then { |one| one.with(lines: [*one.lines, changed]) },
                MadeSite.track(scenario: "s", definition: "d2")]
      lines = Site::History::ClientPage::Lines.new(tracks)

      assert_equal %w[A A2 A], tracks.flat_map(&:lines).map { |line| lines.name(line) }
      assert_equal "as A, with another definition of the scenario", lines.descriptions["A2"]
    end

    def test_older_changes_are_counted_and_the_machine_is_named_as_a_cause
      change = MadeSite.change(MadeSite.track, metric: "wall_ns", surroundings: true)
      changes = Array.new(25) { |at| change.with(from: change.from.with(entry_id: "e#{at}")) }
      page = texts(MadeSite.contents(changes: changes))["index.html"]

      assert_includes page, "5 older ones are on the pages of the clients."
      assert_includes page, "time per call: the machine"
    end

    def test_a_run_that_is_not_listed_is_no_link
      contents = MadeSite.contents

      assert_equal 2, texts(contents.with(runs: contents.runs.last(2)))["clients/ruby-dalli.html"].scan("runs.html#run-").size
    end

    def test_omits_the_paths_of_the_publishers_machine_unless_it_has_the_records
      contents = MadeSites.hostile("dalli@path:/home/me/secret/dalli,ruby=/opt/own/bin/ruby")

      assert_empty texts(contents).select { |_, text| text.match?(%r{/home/me|/opt/own}) }.keys
      assert(texts(contents).values.any? { |text| text.include?("path:dalli") })
      texts, copies = Site::History.files(contents.with(records: true))
      assert_equal contents.runs.map(&:path), copies.values
      assert_includes texts["runs.html"], %(<a href="#{copies.keys.first}">record</a>)
      assert_match(%r{3 records, linked from <a href="runs.html">}, texts["data.html"])
    end

    def test_downloads_have_every_figure_change_and_run
      texts = texts(MadeSite.contents)
      figures, changes = %w[figures changes].map { |name| ::CSV.parse(texts["data/#{name}.csv"], headers: true).each.to_a }

      assert_equal %w[3.0.0 3.2.8 4.0.0], figures.map { |line| line["version"] }
      names = %w[client scenario placement method wall_ns socket_ratio socket_ratio_low]
      assert_equal %w[ruby/dalli client/get one-core 1 24000.0 1.6 1.584], figures.last.values_at(*names)
      assert_equal [%w[slower 0.31 3.2.8 4.0.0]],
                   changes.map { |line| line.values_at("direction", "effect_low", "from_version", "to_version") }
      assert_equal MadeSite.contents.runs.map { |run| [run.id, run.started_at] },
                   texts["data/summaries.jsonl"].lines.map { |line| ::JSON.parse(line).values_at("id", "started_at") }
    end

    private

    def texts(contents) = Site::History.files(contents).first
    def pairs(contents) = Site::History::ReleasesPage.new(contents, "ruby/dalli").pairs
  end

  class Site::History::TwoVersionsTest < Minitest::Test
    def test_the_change_is_the_cost_of_the_second_over_the_first
      contrast = of("1.0" => 1.2, "2.0" => 1.5)

      assert_in_delta 0.25, contrast.effect(:times, :wall_ns)
      expected = [0.25, (1.5 * 0.99 / (1.2 * 1.01)) - 1, (1.5 * 1.01 / (1.2 * 0.99)) - 1]
      expected.zip(contrast.reach).each { |pair| assert_in_delta(*pair) }
    end

    def test_says_more_or_less_only_if_the_intervals_are_apart
      assert_equal %w[more less open],
                   [{ "1.0" => 1.2, "2.0" => 1.5 }, { "1.0" => 1.5, "2.0" => 1.2 }, { "1.0" => 1.5, "2.0" => 1.51 }]
                     .map { |ratios| of(ratios).outcome }
    end

    def test_two_versions_are_compared_by_time_if_neither_has_a_ratio
      contrast = of("1.0" => nil, "2.0" => nil)

      assert_equal [nil, nil, "open"], [contrast.ratios, contrast.reach, contrast.outcome]
      assert_in_delta 0.0, contrast.effect(:times, :wall_ns)
    end

    def test_a_series_without_one_of_them_has_no_contrast
      assert_nil Site::History::TwoVersions::Contrast.of(MadeSite.track(ratios: { "1.0" => 1.2 }), "1.0", "2.0")
    end

    def test_times_of_two_machines_are_not_set_against_each_other
      lines = MadeSite.track.lines.first.points.each_with_index.map { |point, at| MadeSite.line([point], machine: "m#{at}") }
      page = page(MadeSite.contents(tracks: [MadeSite.track.with(lines: lines)]))

      refute_includes page, "18.0"
      assert_includes page, "1.20 [1.19, 1.21]"
    end

    def test_a_command_names_released_versions_with_words_that_a_shell_does_not_read
      python = MadeSite.contents(client: "python/pylibmc")

      assert_includes page(python, client: "python/pylibmc"), "cachemark compare python/pylibmc@3.2.8 python/pylibmc@4.0.0"
      refute_includes page(MadeSite.contents(options: "checkout")), "cachemark compare"
      hostile = MadeSite.contents(ratios: { "1; rm" => 1.0, "4.0.0" => 1.2 }, changes: [])
      refute_includes page(hostile, "1; rm"), "cachemark compare"
    end

    private

    def of(ratios) = Site::History::TwoVersions::Contrast.of(MadeSite.track(ratios: ratios), "1.0", "2.0")

    def page(contents, from = "3.2.8", client: "ruby/dalli")
      Site.texts({ "x.html" => Site::History::TwoVersions.new(contents, client, from, "4.0.0") }, nav: {})["x.html"]
    end
  end

  class Site::History::FeedTest < Minitest::Test
    TIME = /\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\z/
    UUID = /\Aurn:uuid:\h{8}-\h{4}-8\h{3}-[89ab]\h{3}-\h{12}\z/

    def test_is_valid_atom_with_an_entry_for_each_slowdown_of_a_client
      track = MadeSite.track
      slower = MadeSite.change(track)
      others = [slower.with(effect: -0.2, scenario: "client/set"), slower.with(surroundings: true, metric: "wall_ns")]
      feed = read(MadeSite.contents(tracks: [track], changes: [slower, *others]))
      entry, *more = feed.get_elements("entry")

      assert_equal ["http://www.w3.org/2005/Atom", "feed", 1], [feed.namespace, feed.name, feed.get_elements("author/name").size]
      [feed, entry].each { |element| required(element) }
      assert_empty more
      assert_equal ["dalli 4.0.0 made client/get slower: +33.3 % [31.0, 35.0] compared with 3.2.8 (× socket, 2026-01-03).",
                    "2026-01-03T10:00:00Z", "p 0.005, between the runs of 2026-01-02 10:00 and 2026-01-03 10:00 (UTC)"],
                   %w[title updated summary].map { |name| text(entry, name) }
      assert_match(/\Aclients\/ruby-dalli\.html#change-\h{12}\z/, entry.elements["link"].attributes["href"])
    end

    def test_ids_stay_what_they_are_and_no_two_are_one
      ids = [MadeSite.contents, MadeSite.contents(scenario: "client/set"), MadeSite.contents].map do |contents|
        text(read(contents).elements["entry"], "id")
      end

      assert_equal [2, ids.first], [ids.uniq.size, ids.last]
    end

    def test_hostile_names_stay_text_and_no_slowdown_is_a_feed_too
      hostile = read(MadeSite.contents(scenario: "</title><x>&\u0001"))

      assert_includes text(hostile.elements["entry"], "title"), "</title><x>&\u{FFFD}"
      required(read(MadeSite.contents(changes: [])))
    end

    private

    def read(contents) = REXML::Document.new(Site::History::Feed.new(contents).to_s).root
    def text(element, name) = element.elements[name].text

    # The elements that RFC 4287 requires of a feed and of an entry, once each.
    def required(element)
      %w[id title updated].each { |name| assert_equal 1, element.get_elements(name).size, name }
      assert_match UUID, text(element, "id")
      assert_match TIME, text(element, "updated")
      assert_equal %w[alternate], element.get_elements("link").map { |link| link.attributes["rel"] }
    end
  end
end
