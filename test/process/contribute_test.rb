# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"
require "zlib"

# A campaign on a real memcached, as a user runs it.
class ContributeTest < Minitest::Test
  CAMPAIGN = <<~YAML
    id: tiny
    title: tiny
    summary: two runs
    steps:
      - { id: get, argv: [run, socket, --scenario, client/get, --for, 1s] }
      - { id: unknown, argv: [run, nobody] }
      - { id: lacking, argv: [run, memcache-client, --scenario, client/gat, --for, 1s] }
      - { id: set, argv: [run, socket, --scenario, client/set, --for, 1s] }
  YAML

  def setup
    @dir = Dir.mktmpdir
    File.write("#{@dir}/tiny.yml", CAMPAIGN)
  end

  def teardown = FileUtils.remove_entry(@dir)

  def contribute(*words)
    Executable.run("contribute", "--campaign", "#{@dir}/tiny.yml", "--results", "#{@dir}/results", "--no-wait", *words,
                   chdir: @dir, env: { "XDG_STATE_HOME" => "#{@dir}/state", "XDG_CACHE_HOME" => ARun.cache })
  end

  def publish = Executable.run("publish", "#{@dir}/site", "--results", "#{@dir}/results", chdir: @dir)

  # All but those of the short form.
  def results
    all = Dir.glob("#{@dir}/results/*/*.json").map { |path| JSON.parse(File.read(path)) }
    all.reject { |one| one.dig("campaign", "id").end_with?("-short") }
  end

  def test_each_step_makes_a_result_and_only_what_is_missing_is_measured_again
    a_short_form_is_for_no_page
    first = contribute("--step", "get")

    assert_match(/\A1 result, without 1 of short forms, which no page uses: \d+ files written/, publish.out)
    assert_equal [0, %w[get]], [first.status, results.map { |one| one.dig("campaign", "step") }], first.err
    assert_match(/### `cachemark run socket --scenario client\/get --for 1s`\n\n.*socket/, first.out)
    assert_match(/^Keep these files with the copies of their records/, first.out)
    second = contribute

    assert_equal [3, %w[get set]], [second.status, results.map { |one| one.dig("campaign", "step") }.sort], second.err
    assert_match(/### unknown\n\nNo result: unknown client: nobody/, second.out)
    assert_match(/### lacking\n\nNo result: not offered by this client: gat/, second.out)
    assert_match(/\A3 of 4 steps/, second.err)
    assert_equal 1, results.map { |one| one.dig("campaign", "begun") }.uniq.size
    look_at_the_page
    measures_again_what_was_disturbed
    begins_again
  end

  def a_short_form_is_for_no_page
    short = contribute("--campaign", "short", "--step", "get")
    assert_match(/^This was a short form\. Pages do not use it/, short.out)
    refute_match(/^Keep these files/, short.out)

    refused = publish
    assert_equal 2, refused.status
    assert_match(%r{/results has only short forms\nTry: cachemark contribute CLIENT, but not short$}, refused.err)
  end

  # Also if the campaign was interrupted before the step could be repeated.
  def measures_again_what_was_disturbed
    path = Dir.glob("#{@dir}/results/*/*.json").find { |one| JSON.parse(File.read(one)).dig("campaign", "step") == "set" }
    result = JSON.parse(File.read(path))
    # On a host that takes time away, the step was repeated already.
    disturbed = { "machine" => result["machine"].merge("steal_percent" => 50.0),
                  "campaign" => result["campaign"].merge("repeated" => false) }
    File.write(path, JSON.pretty_generate(result.merge(disturbed)))
    File.write("#{@dir}/tiny.yml", CAMPAIGN.lines.grep_v(/unknown|lacking/).join)
    again = contribute

    assert_equal 0, again.status, again.err
    sets = results.select { |one| one.dig("campaign", "step") == "set" }
    assert_equal 1, sets.size
    refute_equal 50.0, sets.first.dig("machine", "steal_percent")
  end

  # Although the campaign could be continued.
  def begins_again
    third = contribute("--campaign", "restart", "--step", "get")

    assert_equal [0, 2], [third.status, results.count { |one| one.dig("campaign", "step") == "get" }], third.err
    assert_equal 2, results.map { |one| one.dig("campaign", "begun") }.uniq.size
  end

  # Nothing of this machine is in a result or in its record.
  def look_at_the_page
    published = publish
    assert_equal 0, published.status, published.err
    texts = Dir.glob("#{@dir}/site/**/*.{html,json}").map { |path| File.read(path) } +
            Dir.glob("#{@dir}/site/**/*.gz").map { |path| Zlib::GzipReader.open(path, &:read) }

    assert_equal 2, Dir.glob("#{@dir}/site/data/**/*.gz").size
    texts.each { |text| refute_includes text, @dir }
  end
end
