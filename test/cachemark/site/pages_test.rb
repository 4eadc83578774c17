# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class Site::PagesTest < Minitest::Test
    # Every kind of name that a record may have, all at once.
    EVIL = "<script>alert('1')</script>\"&../../etc"

    def test_every_link_leads_to_a_file_and_every_page_is_linked
      [MadeSite.contents, hostile, MadeSite.contents(ratios: { "" => nil }, changes: [])].each do |contents|
        pages = Site::Pages.new(contents, records: true)
        links = SiteLinks.new(pages.texts, pages.copies)

        assert_empty links.problems
        assert_empty links.orphans
      end
    end

    def test_the_same_history_makes_the_same_bytes
      assert_equal Site::Pages.new(MadeSite.contents).texts, Site::Pages.new(MadeSite.contents).texts
    end

    def test_hostile_names_stay_text_and_inside_the_folder
      texts = Site::Pages.new(hostile).texts

      texts.each_key { |path| assert_match(%r{\A[\w~-][\w.~-]*(/[\w~-][\w.~-]*)*\z}, path) }
      texts.select { |path, _| path.end_with?(".html") }.each { |path, text| refute_includes text, "<script>alert", path }
    end

    def test_omits_the_paths_of_the_publishers_machine
      texts = Site::Pages.new(hostile("dalli@path:/home/me/secret/dalli,ruby=/opt/own/bin/ruby")).texts

      assert_empty texts.select { |_, text| text.match?(%r{/home/me|/opt/own}) }.keys
      assert(texts.values.any? { |text| text.include?("path:dalli") })
    end

    def test_pages_of_each_client_and_its_versions
      paths = Site::Pages.new(MadeSite.contents).texts.keys.grep_v(/assets|data/)

      assert_equal %w[index.html runs.html feed.xml clients/ruby-dalli.html releases/ruby-dalli.html
                      versions/ruby-dalli/3.0.0..3.2.8.html versions/ruby-dalli/3.2.8..4.0.0.html
                      versions/ruby-dalli/3.0.0..4.0.0.html], paths
    end

    def test_records_go_with_it_where_they_are_asked_for
      contents = MadeSite.contents
      run = contents.runs.first

      assert_empty Site::Pages.new(contents).copies
      assert_equal run.path, Site::Pages.new(contents, records: true).copies["data/records/#{run.id}.jsonl"]
    end

    private

    def hostile(evil = EVIL)
      ratios = { evil => 1.0, "4.0.0" => 1.6, "#{evil}2" => 1.2 }
      names = %i[scenario options mode machine_description runtime].to_h { |name| [name, evil] }
      tracks = ["ruby/dalli", evil].map { |client| MadeSite.track(client: client, ratios: ratios, **names) }
      runs = tracks.first.points.map { |point| MadeSite.entry(point, machine_description: evil, suite: evil) }
      MadeSite.contents(tracks: tracks, runs: runs).with(skipped: [["/records/#{evil}", evil]])
    end
  end

  class Site::Pages::HomeTest < Minitest::Test
    def test_says_what_changed_whom_there_are_pages_of_and_the_last_runs
      text = page(MadeSite.contents)

      assert_includes text, "3 runs of 1 client on 1 machine, the last of 2026-01-03."
      assert_match(%r{<a href="clients/ruby-dalli.html#change-\h{12}">client/get</a>}, text)
      assert_includes text, %(<a href="releases/ruby-dalli.html">3 versions</a>)
      assert_includes text, "4.0.0, 2026-01-03"
      assert_match(/2026-01-03 10:00: run clients.*2026-01-01 10:00: run clients/m, text)
    end

    def test_older_changes_are_counted
      change = MadeSite.change(MadeSite.track)
      changes = Array.new(25) { |at| change.with(from: change.from.with(entry_id: "e#{at}")) }

      assert_includes page(MadeSite.contents(changes: changes)), "5 older ones are on the pages of the clients."
    end

    private

    def page(contents) = Site::Pages::Home.new(contents).to_s
  end

  class Site::ReleasesPageTest < Minitest::Test
    def test_has_a_row_for_each_version_and_a_column_for_each_series
      tracks = [MadeSite.track, MadeSite.track(scenario: "client/set", ratios: { "4.0.0" => nil })]
      text = Site::ReleasesPage.new(MadeSite.contents(tracks: tracks), "ruby/dalli").to_s

      assert_includes text, "3 versions measured."
      assert_equal %w[3.0.0 3.2.8 4.0.0], text.scan(%r{<th scope="row">([^<]*)</th>}).flatten
      ["1.40 [1.39, 1.41]", "1.60 [1.58, 1.62]", "15.0\u00a0µs ± 1.0\u00a0%"].each { |cell| assert_includes text, cell }
      assert_includes text, 'href="../versions/ruby-dalli/3.2.8..4.0.0.html"'
    end

    def test_pairs_adjacent_versions_and_the_first_with_the_last
      assert_equal [%w[3.0.0 3.2.8], %w[3.2.8 4.0.0], %w[3.0.0 4.0.0]], pairs(MadeSite.contents)
      assert_equal [%w[3.0.0 3.2.8]], pairs(MadeSite.contents(ratios: MadeSite::RATIOS.first(2).to_h))
      assert_empty pairs(MadeSite.contents(ratios: { "4.0.0" => 1.6 }, changes: []))
    end

    def test_versions_that_no_series_has_both_of_have_no_page
      tracks = [MadeSite.track(ratios: { "3.0.0" => 1.4 }), MadeSite.track(scenario: "client/set", ratios: { "4.0.0" => 1.4 })]

      assert_empty pairs(MadeSite.contents(tracks: tracks, changes: []))
    end

    private

    def pairs(contents) = Site::ReleasesPage.new(contents, "ruby/dalli").pairs
  end

  class Site::Pages::RunsTest < Minitest::Test
    def test_lists_runs_with_the_newest_first
      text = page(MadeSite.contents)

      assert_equal %w[03 02 01], text.scan(/<tr id="run-202601(\d\d)T/).flatten
      ["3 runs.", "2026-01-03 10:00", "AMD EPYC, 2 cores", "one-core"].each { |words| assert_includes text, words }
    end

    def test_says_of_how_many_it_shows_the_newest
      assert_includes page(MadeSite.contents.with(count: 5_000)), "The newest 3 of 5,000 runs."
    end

    def test_links_records_that_are_there
      contents = MadeSite.contents
      id = contents.runs.first.id

      assert_includes page(contents, records: { id => "data/records/r.jsonl" }), %(<a href="data/records/r.jsonl">record</a>)
      refute_includes page(contents), ">record<"
    end

    def test_names_what_could_not_be_read_without_its_folder
      path = "/home/me/history/records/x.jsonl"
      text = page(MadeSite.contents.with(skipped: [[path, "#{path}: its summary is damaged"]]))

      assert_includes text, "x.jsonl: its summary is damaged"
      refute_includes text, "/home/me"
    end

    private

    def page(contents, **more) = Site::Pages::Runs.new(contents, **more).to_s
  end

  class Site::PageTest < Minitest::Test
    def test_links_of_a_deeper_page_lead_up_first
      page = Site.page(root: "../", title: "a <b>", sections: [section("<p>body</p>"), nil], lead: "<p>lead</p>")

      assert_includes page, "<h1>a &lt;b&gt;</h1>"
      %w[index.html runs.html data.html feed.xml assets/report.css].each { |path| assert_includes page, %(href="../#{path}") }
      assert_includes page, %(src="../assets/page.js")
      assert_match(%r{<p>lead</p>.*<h2 id="one">one</h2>\n<p>body</p>}m, page)
    end

    def test_pieces_are_escaped
      assert_equal "<p>&lt;x&gt;</p>", Site::HTML.paragraph("<x>")
      assert_equal %(<a href="a&quot;b">c &amp; d</a>), Site::HTML.link("c & d", 'a"b')
      assert_equal "", Site::HTML.list([])
    end

    private

    def section(body) = Report::HTML::Section.new(id: "one", heading: "one", body: body)
  end
end

module Cachemark
  class Site::FeedTest < Minitest::Test
    ATOM = "http://www.w3.org/2005/Atom"
    TIME = /\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\z/
    UUID = /\Aurn:uuid:\h{8}-\h{4}-8\h{3}-[89ab]\h{3}-\h{12}\z/

    def test_is_valid_atom
      feed = read(MadeSite.contents)

      assert_equal [ATOM, "feed"], [feed.namespace, feed.name]
      [feed, *entries(feed)].each { |element| required(element) }
      assert_equal 1, feed.get_elements("author/name").size
      assert_equal %w[title id updated link summary].sort, entries(feed).first.elements.map(&:name).sort
    end

    def test_an_entry_for_each_slowdown_of_a_client
      track = MadeSite.track
      slower = MadeSite.change(track)
      faster = slower.with(effect: -0.2, scenario: "client/set")
      machine = slower.with(surroundings: true, metric: "wall_ns")
      feed = read(MadeSite.contents(tracks: [track], changes: [slower, faster, machine]))

      assert_equal ["dalli 4.0.0 made client/get slower: +33.3 % [31.0, 35.0] compared with 3.2.8 (× socket, 2026-01-03)."],
                   entries(feed).map { |entry| text(entry, "title") }
      assert_equal ["2026-01-03T10:00:00Z"], entries(feed).map { |entry| text(entry, "updated") }
      assert_match(/\Aclients\/ruby-dalli\.html#change-\h{12}\z/, entries(feed).first.elements["link"].attributes["href"])
    end

    def test_ids_stay_what_they_are_and_no_two_are_one
      all = [MadeSite.contents, MadeSite.contents(scenario: "client/set")]
      ids = all.map { |contents| text(entries(read(contents)).first, "id") }

      assert_equal 2, ids.uniq.size
      assert_equal ids.first, text(entries(read(MadeSite.contents)).first, "id")
    end

    def test_hostile_names_stay_text
      contents = MadeSite.contents(scenario: "</title><x>&\u0001", client: "ruby/dalli")

      assert_includes text(entries(read(contents)).first, "title"), "</title><x>&\u{FFFD}"
    end

    def test_a_history_without_slowdowns_is_a_feed_too
      feed = read(MadeSite.contents(changes: []))

      required(feed)
      assert_empty entries(feed)
      assert_equal "2026-01-03T10:00:00Z", text(feed, "updated")
    end

    private

    def read(contents) = REXML::Document.new(Site::Pages::Feed.new(contents).to_s).root
    def entries(feed) = feed.get_elements("entry")
    def text(element, name) = element.elements[name].text

    # The elements that RFC 4287 requires of a feed and of an entry, once each.
    def required(element)
      %w[id title updated].each { |name| assert_equal 1, element.get_elements(name).size, name }
      assert_match UUID, text(element, "id")
      assert_match TIME, text(element, "updated")
      refute_empty text(element, "title")
      assert_equal %w[alternate], element.get_elements("link").map { |link| link.attributes["rel"] }
    end
  end
end
