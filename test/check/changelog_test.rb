# frozen_string_literal: true

require "test_helper"

module Check
  class ChangelogTest < Minitest::Test
    include FixtureTree

    VERSION = { "lib/cachemark/version.rb" => "VERSION = \"0.2.0\"" }.freeze

    def test_accepts_the_version_of_the_gem
      assert_empty problems_of("changelog", VERSION.merge("CHANGELOG.md" => "# Changelog\n\n## 0.2.0 (unreleased)\n"))
    end

    def test_unreleased_changes_may_precede_the_version
      text = "# Changelog\n\n## Unreleased\n\n- A fix.\n\n"
      assert_empty problems_of("changelog", VERSION.merge("CHANGELOG.md" => "#{text}## 0.2.0 (2026-01-01)\n"))
      assert_match(/starts with "## 0.1.0"/, problems_of("changelog", VERSION.merge("CHANGELOG.md" => "#{text}## 0.1.0\n")).first)
    end

    def test_refuses_another_version_and_no_changelog
      problems = problems_of("changelog", VERSION.merge("CHANGELOG.md" => "## 0.1.0\n\n## 0.2.0\n"))
      assert_match(/starts with "## 0.1.0", and the gem is 0.2.0/, problems.first)
      assert_equal ["CHANGELOG.md: absent"], problems_of("changelog", VERSION)
    end
  end
end
