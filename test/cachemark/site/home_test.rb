# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::HomeTest < Minitest::Test
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

    def page(contents) = Site::Home.new(contents).to_s
  end
end
