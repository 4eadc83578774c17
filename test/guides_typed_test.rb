# frozen_string_literal: true

require "test_helper"

# Every line of README and the guides that a reader may type is typed, in the order of its page.
class GuidesTypedTest < Minitest::Test
  each_takes 5

  # These pages change the project itself: guides_adding_test.rb.
  ADDING = %w[contributing/client.md contributing/scenario.md contributing/report.md].freeze
  # Lines that are not typed here, by their beginning, and why.
  SKIPPED = {
    "git clone" => "the project has no public address yet",
    "cachemark env runtime ruby-3.3" => "installs 700 MB: test/cachemark/env/debian_unpacked_test.rb unpacks a small one",
    "cachemark env runtime node go" => "installs 800 MB: test/cachemark/env/debian_linked_test.rb and debian_unpacked_test.rb",
    "cachemark env runtime node --dry-run" => "needs user namespaces, or root rights: test/cachemark/cli/env_test.rb",
    "cachemark env runtime ruby-3.3 --dry-run" => "needs user namespaces, or root rights: test/cachemark/cli/env_test.rb",
    "cachemark publish --results results --verify results/MACHINE/RESULT.json" => "test/cachemark/cli/publish_test.rb",
    "bundle exec rake" => "test/cachemark/rake_test.rb",
    "ruby bench/calibrate.rb" => "test/process/bench_test.rb",
    "benchstat" => "is in no registry that tests can install it from",
    "bencher" => "is in no registry that tests can install it from"
  }.freeze
  # Sections of the README whose commands are run, not only parsed.
  RECIPES = GuidePages.text("README.md").scan(/^## (?:Compare two|Gate a).*?(?=^## )/m).join.freeze
  # The history of this test holds one client.
  UNMEASURED = /\Athe history has no costs of /

  (GuidePages.typed.keys - ADDING).each do |page|
    define_method("test_what_#{page[/[\w-]+(?=\.md)/].tr("-", "_").downcase}_of_#{File.dirname(page)}_types") do
      GuideWorld.open { |world| GuidePages.typed[page].each { |line| type(world, line, page) } }
    end
  end

  def test_every_skip_is_needed
    lines = GuidePages.typed.values.flatten

    assert_empty(SKIPPED.keys.reject { |start| lines.any? { |line| skipped(line) == start } })
  end

  private

  def type(world, line, page)
    return if skipped(line)

    measure = (page == "README.md" && recipe?(line)) || line.match?(/ (?:-o|--output) \S+\.jsonl/)
    code = line.match?(GuidePages::COMMAND) ? world.cachemark(line[GuidePages::COMMAND, 1], measure: measure) : world.shell(line)
    # A second is enough for a table, and for no verdict.
    assert_includes measure ? [0, 3, 4] : [0, GuideWorld::MEASURING], code, "#{page}: #{line}\n#{world.out&.string}"
  rescue Cachemark::Error => error
    flunk "#{page}: #{line}: #{error.message}" unless error.message.match?(UNMEASURED) && line.include?("history trend")
  end

  def skipped(line) = SKIPPED.keys.find { |start| line == start || (!start.start_with?("cachemark") && line.start_with?(start)) }

  # The README's main commands are measured, except one that waits for a save; so is a record that a later line reads.
  def recipe?(line) = !line.include?("--watch") && RECIPES.include?("\n#{line}\n")
end
