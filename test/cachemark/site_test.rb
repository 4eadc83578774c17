# frozen_string_literal: true

require "test_helper"
require "tmpdir"

# The pages as a browser opens them from disk.
class SiteTest < Minitest::Test
  include ABrowser

  PAGES = %w[index.html clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html runs.html
             data.html].freeze
  CHARTS = %w[clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html].freeze

  def setup
    tracks = %w[client/get client/a-long-name-of-a-scenario].map { |scenario| MadeSite.track(scenario: scenario) }
    pages = Cachemark::Site::Pages.new(MadeSite.contents(tracks: tracks))
    Cachemark::Site::Folder.new("#{folder}/site").fill(pages.texts)
  end

  def test_every_page_is_quiet_and_fits_a_telephone
    PAGES.each do |path|
      page = whole(path, width: 375, height: 800)

      assert_empty complaints(page), path
      refute sideways?(page), path
    end
  end

  def test_pages_are_for_everybody
    (["index.html"] + CHARTS.first(1)).each { |path| assert_empty violations(whole(path)), path }
  end

  def test_a_visitor_gets_from_what_changed_to_its_figures
    page = open("index.html")
    page.at_css("#changes-grid tbody a[href*='#change']").click
    page.network.wait_for_idle

    assert_match(%r{/clients/ruby-dalli\.html#change-\h{12}\z}, page.current_url)
    page.at_css("tr:target a").click

    assert_match(/#series-\h{12}\z/, page.current_url)
    assert_equal "client/get", page.at_css(":target").text
    assert_empty complaints(page)
  end

  def test_without_javascript_every_figure_is_there
    page = open("clients/ruby-dalli.html", javascript: false)

    assert_includes page.body, "1.60 [1.58, 1.62]"
    assert_includes page.at_css(".plot").text, "Its figures are in the tables of this page."
  end

  private

  def open(path, **more) = visit("site/#{path}", **more)
  def whole(path, **more) = open(path, **more).tap { |page| drawn(page) if CHARTS.include?(path) }
end

module Cachemark
  class Site::ContentsTest < Minitest::Test
    def test_takes_series_runs_and_summaries_from_a_store
      Dir.mktmpdir do |dir|
        store = History::Store.open("#{dir}/history", create: true)
        2.times { |day| store.add(record(dir, day)) }
        contents = Site::Contents.of(store)

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
      store = FakeStore.new(tracks, [*late.reverse, *early.reverse])

      assert_equal [%w[client/get client/set] * 2, %w[4.0.0 4.0.0 3.0.0 3.0.0]],
                   Site::Contents.of(store).changes.map { |change| [change.scenario, change.to.version] }.transpose
    end

    # A store between whose answers another process adds a series and takes a record away.
    class FakeStore
      attr_reader :changes, :skipped

      def initialize(tracks, changes, entries: [])
        @tracks = tracks
        @changes = [*changes, MadeSite.change(MadeSite.track(scenario: "client/new"))]
        @entries = entries
        @skipped = []
      end

      attr_reader :entries

      def series = @tracks.map { |track| track.to_h.values_at(:client, :options, :scenario, :mode) }
      def trend(scenario:, **) = @tracks.find { |track| track.scenario == scenario }.lines
    end

    def test_reports_a_record_that_vanishes_meanwhile
      track = MadeSite.track
      store = FakeStore.new([track], [], entries: [MadeSite.entry(track.points.first, path: "/nowhere/record.jsonl")])

      assert_match(/lost a record.*\npublish again/m, assert_raises(Trouble) { Site::Contents.of(store) }.message)
    end

    private

    def record(dir, day)
      lines = MadeRecord.lines(run: { "started_at" => "2026-11-#{21 + day}T10:00:00Z" })
      "#{dir}/#{day}.jsonl".tap { |path| File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join) }
    end
  end

  class Site::TrackTest < Minitest::Test
    def test_its_title_distinguishes_it_from_the_others_of_its_client
      assert_equal ["client/get", "client/get threads-4, protocol=meta"],
                   [MadeSite.track, MadeSite.track(mode: "threads-4", options: "protocol=meta")].map(&:title)
    end

    def test_a_change_is_of_one_series
      track = MadeSite.track
      change = MadeSite.change(track)

      assert track.of?(change)
      refute MadeSite.track(scenario: "client/set").of?(change)
      assert_equal "client/get", MadeSite.contents.track(change).title
    end

    def test_releases_are_the_newest_point_of_each_version_in_order
      points = [["10.0", 1.0], ["9.0", 1.1], ["9.0", 1.2], ["abc", 1.3]].each_with_index.map do |(version, ratio), week|
        MadeSite.point(week, "dalli", version, ratio)
      end
      releases = track(MadeSite.line(points)).releases

      assert_equal [["abc", 1.3], ["9.0", 1.2], ["10.0", 1.0]], releases.transform_values(&:socket_ratio).to_a
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

    private

    def track(*lines) = MadeSite.track.with(lines: lines)
  end
end

module Cachemark
  class Site::AddressesTest < Minitest::Test
    def test_every_page_has_its_own_place
      assert_equal %w[clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html],
                   [Site::Addresses.client("ruby/dalli"), Site::Addresses.releases("ruby/dalli"),
                    Site::Addresses.versions("ruby/dalli", "3.2.8", "4.0.0")]
    end

    def test_anchors_are_the_same_every_time_and_no_two_are_one
      tracks = [MadeSite.track, MadeSite.track(mode: "threads-4"), MadeSite.track(options: "threads-4")]
      anchors = tracks.flat_map { |track| [Site::Addresses.anchor(track), Site::Addresses.change(MadeSite.change(track))] }

      assert_equal anchors.uniq, anchors
      anchors.each { |anchor| assert_match(/\A(series|change)-\h{12}\z/, anchor) }
      assert_equal Site::Addresses.anchor(MadeSite.track), anchors.first
    end
  end

  class Site::Addresses::SlugTest < Minitest::Test
    PLAIN = { "ruby/mem_cache_store" => "ruby-mem_cache_store", "4.3.10" => "4.3.10", "3.0.0.pre-1" => "3.0.0.pre-1" }.freeze
    HOSTILE = ["", "..", "../x", "a/b/c", "ruby-dalli", "Ruby/Dalli", "<script>", "\u0000", "é", "con.", "x" * 300, "ruby/",
               ".git", "~", "a b", "4.3.10/..", "1..2"].freeze

    def test_plain_names_stay_readable
      PLAIN.each { |name, slug| assert_equal slug, of(name) }
    end

    def test_any_other_name_is_safe_in_a_folder_and_an_address
      HOSTILE.each do |name|
        assert_match(/\A[a-z0-9.-]*~\h{12}\z/, of(name), name)
        refute_match(/\A\.|\.\.$/, of(name), name)
        assert_operator of(name).size, :<=, 80
      end
    end

    def test_no_two_names_are_one
      names = PLAIN.keys + HOSTILE

      assert_equal names.size, names.map { |name| of(name).downcase }.uniq.size
    end

    private

    def of(name) = Cachemark::Site::Addresses::Slug.of(name)
  end
end

module Cachemark
  class Site::TablesTest < Minitest::Test
    def test_text_is_escaped_html_is_not_and_figures_are_sorted_as_numbers
      columns = [Site::Tables.text("text") { "<b>" }, Site::Tables.html("html") { "<i>x</i>" },
                 Site::Tables.figure("figure", ->(row) { "#{row} µs" }, how: ->(_row) { "measured" }) { |row| row * 1_000 }]
      grid = Report::HTML::Grid.new(id: "grid", caption: "Grid", columns: columns, rows: [7]).to_s

      assert_includes grid, "&lt;b&gt;"
      assert_includes grid, "<i>x</i>"
      assert_match(%r{data-value="7000".*7\u00a0µs.*measured}m, grid)
    end
  end

  class Site::ChangesTableTest < Minitest::Test
    def test_says_when_what_and_how_much_with_its_evidence
      text = table([MadeSite.change(MadeSite.track)])

      ["2026-01-03", "the series", "3.2.8", "4.0.0", %(<span class="verdict slower">slower</span>), "+33.3 % [31.0, 35.0]",
       "× socket", "p 0.005, between the runs of 2026-01-02 10:00"].each { |words| assert_includes text, words }
      assert_match(/<tr id="change-\h{12}"/, text)
    end

    def test_names_the_machine_as_the_cause_of_a_change
      change = MadeSite.change(MadeSite.track, metric: "wall_ns", surroundings: true)

      assert_includes table([change]), "time per call: the machine"
    end

    def test_says_so_where_nothing_moved
      assert_equal "<p>No series has changed by more than chance explains.</p>", table([])
    end

    private

    def table(changes) = Site::Tables::Changes.new(changes, caption: "Changes", series: ->(_change) { "the series" }).to_s
  end
end

module Cachemark
  class Site::WordsTest < Minitest::Test
    def test_describes_a_change_with_its_evidence
      change = MadeSite.change(MadeSite.track)

      assert_equal "dalli 4.0.0 made client/get slower: +33.3 % [31.0, 35.0] compared with 3.2.8 (× socket, 2026-01-03).",
                   Site::Words.change(change)
      assert_equal "p 0.005, between the runs of 2026-01-02 10:00 and 2026-01-03 10:00 (UTC)", Site::Words.evidence(change)
    end

    def test_uses_the_notation_of_a_point_without_a_version
      assert_equal ["4.0.0", "dalli@path:../dalli"],
                   [point("4.0.0"), point("").with(notation: "dalli@path:../dalli")].map { |point| Site::Words.version(point) }
    end

    def point(version) = MadeSite.point(0, "dalli", version, 1)
  end
end
