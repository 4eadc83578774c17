# frozen_string_literal: true

require "test_helper"

class UpdateTest < Minitest::Test
  def test_the_suites_layout_decides_the_form
    classic = PublishedRows.document("003")
    versions = PublishedRows.document("000")

    assert_nil Cachemark::Report::Update.check(classic, suite: { "layout" => "classic" }, path: "a")
    assert_nil Cachemark::Report::Update.check(versions, suite: { "layout" => "versions" }, path: "a")
    assert_nil Cachemark::Report::Update.check(PublishedRows.document("002"), suite: { "layout" => "gevent" }, path: "a")
    assert_raises(Cachemark::Usage) { Cachemark::Report::Update.check(classic, suite: { "layout" => "gevent" }, path: "a") }
    assert_raises(Cachemark::Usage) { Cachemark::Report::Update.check(versions, suite: { "layout" => "classic" }, path: "a") }
    assert_raises(Cachemark::Usage) { Cachemark::Report::Update.check(classic, suite: { "layout" => "versions" }, path: "a") }
  end

  def test_the_old_text_is_not_touched
    document = PublishedRows.document("003").freeze

    refute_equal document, Cachemark::Report::Update.apply(document, MadeRecord.table, path: "a").first
  end
end
