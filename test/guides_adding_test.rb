# frozen_string_literal: true

require "test_helper"
require_relative "contract/a_null_client"

# The guides on adding something work to the letter: the test writes the files of a guide into a copy of the project and types
# its lines.
class GuidesAddingTest < Minitest::Test
  # Commands that take long for the whole project run for the added part alone.
  SHORT = { "bin/check catalogue style" => "bin/check catalogue", "bin/check" => "bin/check catalogue" }.freeze
  # Commands that are not typed here, each with its reason.
  SKIPPED = { "bin/test" => "is what runs this" }.freeze

  def test_a_client
    following("client") do |copy, said|
      copy.edit("catalog/suites/clients.yml", "  - socket", "  - remix-stash\n  - socket")
      table = said["cachemark run remix-stash --scenario 'client/*' --for 20s"].out

      assert_equal 8, table.lines.grep(/^remix-stash \S+ +[\d.]+ [mµ]s /).size, table
      assert_match(/^multiget\nremix-stash \S+ +unavailable/, table)
      assert_match(/^2 runs, .* 0 failures, 0 errors, 0 skips/, said.values.map(&:out).join)
    end
  end

  # The short adapters of the guide, in the place of those that the project has.
  def test_clients_of_node_and_go
    AProjectCopy.open do |copy|
      { "js" => "node/adapters/memcache-plus.js", "go" => "go/adapters/gomemcache.go" }.each do |language, path|
        copy.write("drivers/#{path}", GuidePages.blocks_of(language).to_h.fetch("contributing/client.md"))
      end
      said = copy.type("cachemark run memcache-plus gomemcache --scenario client/get --for 1x --format json")
      rows = JSON.parse(said.out)["rows"]
      lacking = rows.find { |row| row["status"] == "unavailable" }

      skip lacking["reason"] if lacking
      assert_equal %w[ok ok], rows.map { |row| row["status"] }, said.out
    end
  end

  def test_a_scenario
    following("scenario") do |_, said|
      row = JSON.parse(said["cachemark run dalli --scenario client/session --for 100x --format json"].out)["rows"].last

      assert_equal [5, 3, 1], row.values_at("calls", "hits", "misses")
      assert_match(/^client.session .*4 gets of a session of 20 items/, said["cachemark list scenarios"].out)
    end
  end

  def test_a_report
    method = GuidePages.text("contributing/report.md")[/^```ruby\n(# A table.*?)^```/m, 1].gsub(/^(?=.)/, " " * 8)
    edits = lambda do |copy|
      copy.edit("lib/cachemark/report/exports.rb", "class << self\n", "class << self\n#{method}\n")
      copy.edit("lib/cachemark/report/run.rb", "FORMATS = %w[", "FORMATS = %w[asciidoc ")
    end
    following("report", edits) do |copy, said|
      assert_match(/^\|dalli \|client.set \|2\.00 µs/, copy.type("cachemark show run.jsonl --format asciidoc").out)
      assert_match(/ 0 failures, 0 errors, 0 skips/, said.values.map(&:out).join)
    end
  end

  # Up to the contract, with the template's driver in the place of its translation. It has no client but `null`.
  def test_a_language
    contract = GuidePages.text("contributing/language.md")[%r{`(bin/test \S+) -n /PerlDriver/`}, 1]
    tests = ANullClient.public_instance_methods.grep(/\Atest_/)
    AProjectCopy.open do |copy|
      copy.take("contributing/template", "drivers/perl")
      %w[name option].each { |key| copy.edit("drivers/perl/language.yml", "#{key}: template", "#{key}: perl") }
      copy.edit("drivers/perl/driver.rb", 'language: "template"', 'language: "perl"')
      %w[null socket].each do |name|
        copy.take("catalog/clients/node-#{name}.yml", "catalog/clients/perl-#{name}.yml")
        copy.edit("catalog/clients/perl-#{name}.yml", "id: node/", "id: perl/")
      end
      said = copy.type("#{contract} -n '/PerlDriverTest#(#{tests.join("|")})$/'")

      assert_match(/^#{tests.size} runs, .* 0 failures, 0 errors, 0 skips/, said.out, said.err)
    end
  end

  private

  # Yields the copy and what each line said, after the edits that the guide asks for.
  def following(guide, edits = nil)
    page = "contributing/#{guide}.md"
    AProjectCopy.open do |copy|
      GuidePages.whole_files(page).each { |path, text| copy.write(path, text) }
      edits&.call(copy)
      copy.write("run.jsonl", MadeRecord.lines.map { |line| "#{JSON.generate(line)}\n" }.join)
      lines = GuidePages.typed[page] - SKIPPED.keys
      said = lines.to_h { |line| [line, copy.type(shortened(line))] }
      said.each { |line, result| assert_equal 0, result.status, "#{line}\n#{result.out}#{result.err}" }
      yield copy, said
    end
  end

  def shortened(line) = SHORT.fetch(line, line).sub(/--for \d+(?=[xs])/, "--for 1")
end
