# frozen_string_literal: true

require "test_helper"

# Every line that README and guides tell a reader to type is typed, in the order of its page.
class GuidesTypedTest < Minitest::Test
  # In these the project itself is changed: guides_adding_test.rb.
  ADDING = %w[guides/adding-a-client.md guides/adding-a-scenario.md guides/adding-a-report.md].freeze
  # What is not typed here, and why.
  SKIPPED = {
    "bin/test" => "is what runs this",
    "cachemark env runtime ruby-3.3" => "installs 700 MB as root: test/process/runtime_test.rb makes a small one",
    "cachemark env runtime ruby-3.3 --dry-run" => "needs debootstrap: test/process/runtime_test.rb",
    "bundle exec rake" => "test/cachemark/rake_test.rb",
    "benchstat" => "is in no registry that tests can install it from",
    "bencher" => "is in no registry that tests can install it from"
  }.freeze
  # The history here holds one client; the reader's holds what he asks for.
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

    measure = recipe?(line) || line.include?(" --record ")
    code = line.match?(GuidePages::COMMAND) ? world.cachemark(line[GuidePages::COMMAND, 1], measure: measure) : world.shell(line)
    # Two seconds are enough for a table, and for no verdict.
    assert_includes measure ? [0, 3] : [0, GuideWorld::MEASURING], code, "#{page}: #{line}\n#{world.out&.string}"
  rescue Cachemark::Error => error
    flunk "#{page}: #{line}: #{error.message}" unless error.message.match?(UNMEASURED) && line.include?("history trend")
  end

  def skipped(line) = SKIPPED.keys.find { |start| line == start || (!start.start_with?("cachemark") && line.start_with?(start)) }

  # The README's recipes are cooked, but for what builds commits once more; so is what a later line reads.
  def recipe?(line) = !line.include?("--git") && GuidePages.text("README.md")[/^## Five recipes$.*?^## /m].include?("\n#{line}\n")
end
