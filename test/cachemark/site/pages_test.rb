# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::PagesTest < Minitest::Test
    # What a record may call things by, all at once.
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

    def test_where_things_lie_on_the_publishers_machine_is_left_out
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
end
