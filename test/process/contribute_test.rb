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
      - { id: get, argv: [run, socket, --scenario, client/get, --for, 1x] }
      - { id: unknown, argv: [run, nobody] }
      - { id: lacking, argv: [run, memcache-client, --scenario, client/gat, --for, 1x] }
      - { id: set, argv: [run, socket, --scenario, client/set, --for, 1x] }
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

  def results = Dir.glob("#{@dir}/results/*/*.json").map { |path| JSON.parse(File.read(path)) }

  def test_each_step_makes_a_result_and_only_what_is_missing_is_measured
    first = contribute("--step", "get")

    assert_equal [0, %w[get]], [first.status, results.map { |one| one.dig("campaign", "step") }], first.err
    assert_match(/### `cachemark run socket --scenario client\/get --for 1x`\n\n.*socket/, first.out)
    assert_match(/^Keep these files with the copies of their records/, first.out)
    second = contribute

    assert_equal [3, %w[get set]], [second.status, results.map { |one| one.dig("campaign", "step") }.sort], second.err
    assert_match(/### unknown\n\nNo result: unknown client: nobody/, second.out)
    assert_match(/### lacking\n\nNo result: not offered by this client: gat/, second.out)
    assert_match(/\A3 of 4 steps/, second.err)
    assert_equal 1, results.map { |one| one.dig("campaign", "begun") }.uniq.size
    look_at_the_page
  end

  # Nothing of this machine is in a result or in its record.
  def look_at_the_page
    published = Executable.run("publish", "#{@dir}/site", "--results", "#{@dir}/results", chdir: @dir)
    assert_equal 0, published.status, published.err
    texts = Dir.glob("#{@dir}/site/**/*.{html,json}").map { |path| File.read(path) } +
            Dir.glob("#{@dir}/site/**/*.gz").map { |path| Zlib::GzipReader.open(path, &:read) }

    assert_equal 2, Dir.glob("#{@dir}/site/data/**/*.gz").size
    texts.each { |text| refute_includes text, @dir }
  end
end
