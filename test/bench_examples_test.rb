# frozen_string_literal: true

require "test_helper"
require_relative "../bench/support"
require_relative "../check/printed"
require_relative "../bench/examples/series"

# bench/examples.rb repeats the printed examples of the pages. No test measures.
class BenchExamplesTest < Minitest::Test
  FACTS = { "cpu" => "AMD(R) EPYC Processor", "cores" => 2 }.freeze
  MACHINE = { cpu: "AMD EPYC", path: [] }.freeze
  REFUSED = "<!-- example: cachemark run dalli --scenario mine.yml | after echo 'kind: none' > mine.yml | exit 2 -->"

  def test_a_caption_has_date_load_processor_and_versions
    lines = [{ "type" => "run", "server" => { "version" => "1.6.45" } },
             { "type" => "environment", "runtime" => { "engine" => "ruby", "version" => "3.3.8" } },
             { "type" => "environment", "runtime" => { "engine" => "ruby", "version" => "3.3.8" } },
             { "type" => "environment", "runtime" => { "engine" => "cpython", "version" => "3.11.2" } }]
    text = Bench::Examples::Caption.new(lines, version: "1.2.3", facts: FACTS).text(date: "2026-11-28", load: 0.3)

    assert_equal "(2026-11-28, load 0.30 before it began, 2 AMD EPYC cores, Cachemark 1.2.3, memcached 1.6.45, Ruby 3.3.8, " \
                 "Python 3.11.2.)", text
    assert_match Check::Printed::Page::CAPTION, text
  end

  def test_a_caption_without_a_record_has_what_is_known
    assert_equal "(2026-11-28, load 0.30 before it began, 2 AMD EPYC cores, Cachemark 1.2.3.)",
                 Bench::Examples::Caption.new([], version: "1.2.3", facts: FACTS).text(date: "2026-11-28", load: 0.3)
  end

  def test_an_output_names_neither_the_folder_nor_the_user
    places = { "/tmp/x" => "~", "/srv/ann" => "~", "/srv/ann/cachemark" => "~/cachemark" }

    assert_equal "~/a ~/cachemark/b /tmp/x2/c me, ann-2",
                 Bench::Examples::Neutral.of("/tmp/x/a /srv/ann/cachemark/b /tmp/x2/c ann, ann-2", places, user: "ann")
    assert_equal "root", Bench::Examples::Neutral.of("root", {}, user: "root")
  end

  def test_examples_that_need_no_quiet_machine_come_first_and_short_ones_before_long_ones
    commands = ["run dalli", "check dalli", "compare a b --for 3m", "gate --for 60s", "run x | exit 2"]

    assert_equal ["check dalli", "run x", "gate --for 60s", "run dalli", "compare a b --for 3m"],
                 commands.map { |text| example(text) }.sort_by(&:rank).map { |one| one.command.delete_prefix("cachemark ") }
  end

  def test_says_what_the_machine_lacks
    { "compare a b --on ssh:web1,web2" => "ssh:web1,web2", "compare a b --on slurm" => "Slurm",
      "run a --with server=10.0.0.1:11211" => "10.0.0.1:11211",
      "run a --with memcached=/nowhere/memcached" => "/nowhere/memcached",
      "run a,ruby=/nowhere/ruby" => "/nowhere/ruby", "run a | on Neoverse" => "a processor Neoverse" }.each do |text, thing|
      assert_equal "needs #{thing}", example(text).missing(**MACHINE)
    end
    assert_nil example("run a --with ruby=3.3 --with memcached=1.6.45 | on AMD").missing(**MACHINE)
  end

  def test_waits_until_the_load_is_low_and_the_host_takes_nothing
    loads = [2.0, 0.4, 0.3]
    # The steal time is asked before each look, and after a look with a low load.
    steal = [[0, 0], [0, 1000], [5, 2000], [5, 3000], [5, 4000]].map do |ticks, total|
      Cachemark::Host::StealTime::Sample.new(steal_ticks: ticks, total_ticks: total)
    end
    slept = []
    quiet = Bench::Examples::Quiet.new(load: -> { loads.shift }, steal: -> { steal.shift }, sleep: ->(s) { slept << s })

    assert_in_delta 0.3, quiet.wait
    assert_equal 3, slept.size
  end

  def test_does_not_wait_for_ever
    assert_nil Bench::Examples::Quiet.new(load: -> { 2.0 }, steal: -> {}, sleep: ->(_) {}).wait
  end

  def test_repeats_an_example_once_and_writes_each_place
    in_project("#{REFUSED}\n\n```\nold\n```\n", "guides/a.md" => "#{REFUSED}\n\n```\nold\n```\n") do |root|
      assert_equal [0, 1], series(root).first(2).then { |code, said| [code, said.scan("begins").size] }
      %w[README.md guides/a.md].each do |path|
        assert_match(%r{```\ncachemark: ~/mine\.yml:1: .*\n```\n\n\(\d{4}-.*, Cachemark #{Cachemark::VERSION}\.\)\n\z}m,
                     File.read("#{root}/#{path}"))
      end
      assert_match(/ done /, series(root).last)
    end
  end

  def test_leaves_the_page_as_it_is_if_an_example_fails
    page = "<!-- example: cachemark list nothing | exit 1 -->\n\n```\nold\n```\n"
    in_project(page) do |root|
      code, said = series(root)

      assert_equal [1, page], [code, File.read("#{root}/README.md")]
      assert_match(/^Failed:\n  README\.md:1: exit code 2: cachemark: /, said)
    end
  end

  def test_begins_nothing_that_would_end_too_late
    in_project("#{REFUSED}\n\n```\nold\n```\n") do |root|
      assert_match(/no time left/, series(root, for_s: 1).last)
      assert_includes File.read("#{root}/README.md"), "old"
    end
  end

  private

  def example(text)
    Bench::Examples::Example.new(Check::Printed::Page.new("a.md", "<!-- example: cachemark #{text} -->\n").then do |page|
      page.examples.map { |place| [page, place] }
    end)
  end

  def in_project(readme, files = {})
    Dir.mktmpdir("cachemark-examples") do |root|
      FileUtils.mkdir_p("#{root}/guides")
      { "README.md" => readme, **files }.each { |path, text| File.write("#{root}/#{path}", text) }
      yield root
    end
  end

  def series(root, **options)
    code = nil
    out, = capture_io { code = Bench::Examples::Series.new(root, **options).run }
    [code, out]
  end
end
