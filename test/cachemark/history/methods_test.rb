# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  # Times of two methods (Stats::TimeMethod) are in separate lines, so that nothing sets one against the other.
  class History::MethodsTest < Minitest::Test
    LATER = { method: 2 }.freeze

    def test_a_summary_has_the_method_of_its_record
      summaries = [{}, { "method" => 2 }].map { |run| Stats::RecordSummary.of(MadeRecord.of(run: run)) }

      assert_equal([nil, 2], summaries.map { |one| one["method"] })
      assert_equal [1, 2], summaries.map { |one| History::Summary.new(one, "a.jsonl").time_method }
    end

    def test_a_summary_with_a_damaged_method_is_refused
      [0, "2", nil, 1.5].each do |damage|
        made = MadeHistory.summary(method: damage)
        next assert_equal(1, History::Summary.new(made, "a.jsonl").time_method) if damage.nil?

        message = assert_raises(Usage) { History::Summary.new(made, "a.jsonl") }.message

        assert_match(/\Aa.jsonl: its summary is damaged: its method is/, message)
      end
    end

    def test_each_method_has_its_line_and_the_step_between_them_is_no_change
      first = MadeHistory.days([20_000] * 12)
      later = MadeHistory.days([22_000] * 12, **LATER).map { |words| { **words, day: words[:day] + 12 } }
      in_store(*first, *later) do |store|
        lines = store.trend(client: "ruby/dalli", scenario: "client/get")

        assert_equal [[1, 12], [2, 12]], lines.map { |line| [line.time_method, line.points.size] }
        assert_empty store.changes
      end
    end

    def test_a_change_has_the_method_of_its_lines
      in_store(*MadeHistory.days(([20_000] * 12) + ([22_000] * 12), **LATER)) do |store|
        assert_equal [2], store.changes.map(&:time_method)
      end
    end

    def test_an_index_without_methods_is_made_again_from_the_records
      in_store({ day: 0 }, { day: 1, **LATER }) do |store, dir|
        before = store.entries
        SQLite3::Database.new("#{dir}/index.sqlite3") do |index|
          index.execute_batch("DROP TABLE lines; CREATE TABLE lines(number INTEGER, machine TEXT); PRAGMA user_version=1")
        end
        messages = []
        again = History::Store.open(dir, notify: messages.method(:<<))

        assert_equal before, again.entries
        assert_equal [1, 2], again.trend(client: "ruby/dalli", scenario: "client/get").map(&:time_method)
        assert_match(/\Arebuilding the index/, messages.first)
      end
    end

    def test_only_an_interval_of_method_1_is_widened_for_another_run
      point = MadeTrend.point(0, 10_000.0)
      low, high = point.interval_over_runs(1)

      assert_in_delta Math.hypot(Math.log(0.99), Stats::Cost::BETWEEN_RUNS), -Math.log(low / 10_000)
      assert_in_delta Math.hypot(Math.log(1.01), Stats::Cost::BETWEEN_RUNS), Math.log(high / 10_000)
      assert_equal point.interval, point.interval_over_runs(2)
      assert_nil point.with(interval: nil).interval_over_runs(1)
    end

    private

    def in_store(*made)
      Dir.mktmpdir { |dir| yield MadeHistory.store(dir, *made), dir }
    end
  end

  class Report::History::MethodsTest < Minitest::Test
    TREND = Report::History::Trend

    def test_a_line_of_method_1_is_labelled_if_there_is_a_later_one
      text = text([1, 2])

      assert_equal 1, text.scan(/^.*ruby 3\.1\.2; method 1$/).size
      assert_equal 1, text.scan(/^.*ruby 3\.1\.2$/).size
      refute_match(/; method/, text([1]) + text([2]))
    end

    def test_says_that_an_interval_of_method_1_is_that_of_one_run
      sentence = "By method 1, of Cachemark 1.0, an interval of a time is that of one run. Two runs can differ by 1.2 % more."

      assert_includes text([1]), sentence
      assert_includes text([1, 2]), sentence
      refute_includes text([2]), sentence
    end

    def test_a_change_of_method_1_is_labelled_if_there_are_later_ones
      changes = [1, 2].map { |number| MadeTrend.change(time_method: number) }
      all = [MadeTrend.review(changes: changes), MadeTrend.review(changes: changes.first(1))].map do |review|
        Report::History::Answer.review(review).map(&:first)
      end

      assert_equal [[false, true], [false]], all.map { |own| own.map { |one| one.include?("2026-01-03, method 1)") } }
    end

    def test_json_has_the_method_of_each_line
      lines = JSON.parse(TREND.text([trend([1, 2])], "json"))["series"].first["lines"]

      assert_equal([1, 2], lines.map { |line| line["method"] })
    end

    private

    def trend(numbers) = MadeTrend.trend(lines: numbers.map { |number| MadeTrend.line(time_method: number) })
    def text(numbers) = TREND.text([trend(numbers)], "markdown")
  end

  class Site::History::MethodsTest < Minitest::Test
    def test_each_method_is_a_series_and_the_earlier_one_is_labelled
      assert_equal [["client/get", 2], ["client/get, method 1", 1]], both.map { |one| [one.title, one.time_method] }
      assert_equal ["client/get"], by_method(MadeSite.track.lines).map(&:title)
    end

    def test_a_page_shows_them_in_separate_tables_and_panels
      text = page(Site::History::ClientPage.new(MadeSite.contents(tracks: both), "ruby/dalli"))

      lines = both.map { |one| text[%r{id="of-#{one.anchor}".*?</table>}m].scan(/href="#line-(\w+)"/).flatten.uniq }

      assert_equal [%w[A], %w[B]], lines.sort
      assert_match(%r{<h2[^>]*>client/get, method 1</h2>}, text)
      assert_match(%r{<dt id="line-[AB]">[AB]</dt><dd>[^<]*; method 1</dd>}, text)
      assert_includes text, "an interval of a time is that of one run"
    end

    def test_links_to_series_of_method_1_stay_as_they_were
      first = both.last

      assert_equal MadeSite.track.anchor, first.anchor
      refute_equal first.anchor, both.first.anchor
    end

    def test_two_versions_are_compared_by_one_method
      later, first = both
      set = MadeSite.track(scenario: "client/set")
      [[[later, first], %w[client/get]], [[later, first, set], ["client/get, method 1", "client/set"]]].each do |tracks, titles|
        contents = MadeSite.contents(tracks: tracks)
        text = page(Site::History::TwoVersions.new(contents, "ruby/dalli", "3.2.8", "4.0.0"))

        assert_equal titles, text.scan(/"group":"all","name":"([^"]+)"/).flatten
      end
    end

    def test_times_of_two_runs_by_method_1_differ_only_beyond_what_runs_differ_by
      found = [1, 2].map do |number|
        points = [15_000.0, 15_400.0].each_with_index.map do |wall_ns, at|
          MadeSite.point(at, "dalli", "#{at + 1}.0", nil).with(wall_ns: wall_ns, interval: [wall_ns * 0.99, wall_ns * 1.01])
        end
        track = MadeSite.track.with(time_method: number, lines: [MadeSite.line(points, time_method: number)])
        Site::History::TwoVersions::Contrast.of(track, "1.0", "2.0").outcome
      end

      assert_equal %w[open more], found
    end

    def test_downloads_have_the_method
      contents = MadeSite.contents(tracks: both, changes: both.map { |track| MadeSite.change(track) })
      files = Site::History::Downloads.files(contents)

      %w[figures changes].each do |name|
        assert_equal %w[2 1], CSV.parse(files["data/#{name}.csv"], headers: true)["method"].uniq, name
      end
    end

    def test_contents_of_a_history_keep_them_apart
      Dir.mktmpdir do |dir|
        store = MadeHistory.store(dir, { day: 0 }, { day: 1, method: 2 })

        assert_equal ["client/get", "client/get, method 1"], Site::History::Contents.of(store).tracks.map(&:title)
      end
    end

    private

    def page(page) = Site.texts({ "x.html" => page }, nav: {})["x.html"]
    def both = @both ||= by_method([1, 2].flat_map { |number| MadeSite.track(time_method: number).lines })

    def by_method(lines)
      Site::History::Track.by_method(**MadeSite.track.to_h.slice(:client, :options, :scenario, :mode), lines: lines)
    end
  end
end
