# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::DoctorTest < Minitest::Test
    include ALab

    HERE = { "memcached" => { "version" => "1.6.18", "how" => "install it" } }.freeze
    NOWHERE = { "memcached" => { "version" => nil, "how" => "install it" } }.freeze

    def teardown = unpin

    def test_measures_and_keeps_the_survey_in_the_record
      done = doctor({ **HERE, "releases" => { "newer" => [] } })
      record = Record::Reader.read(path)

      types = record.lines.map { |line| Record::Kinds.name(line) }
      assert_equal types.index("end"), types.index("survey") + 1
      assert_operator record.pairs.size, :>=, 1
      assert_equal ["1.6.18", { "newer" => [] }, nil],
                   [record.surveys.first.dig("memcached", "version"), *record.surveys.first.values_at("releases", "unmeasured")]
      assert_operator record.surveys.first["other_processes"]["seconds"], :>, 0.5
      assert_equal [0, record.lines], [done.code, done.record.lines]
    end

    def test_only_looks_where_that_was_asked_for
      done = doctor(HERE, measured: false)

      assert_equal [%w[run cell cell survey end], {}, 0],
                   [done.record.lines.map { |line| Record::Kinds.name(line) }, done.record.surveys.first["unmeasured"], done.code]
      assert_equal "one-core", done.record.run.dig("placement", "name")
      refute_nil done.record.surveys.first["other_processes"]
      assert_equal ["looking at the machine"], live.of(:step).map { |facts| facts[:text] }
    end

    def test_without_memcached_it_looks
      assert_equal({}, doctor(NOWHERE).record.surveys.first["unmeasured"])
    end

    def test_without_memcached_it_measures_on_the_release_that_is_named
      memcached = keeper.which("memcached")
      with_path("/nowhere") do
        record = doctor(NOWHERE, memcached: memcached).record

        assert_equal [1, true], [record.surveys.size, record.pairs.any?], record.surveys.first["unmeasured"]
        assert_match(/\A\d+\.\d+\.\d+/, record.surveys.first.dig("memcached", "version"))
      end
    end

    def test_records_the_reason_when_nothing_can_be_measured
      FolderTree.open("bin/memcached" => "#!/bin/sh\necho it is broken >&2\nexit 1\n") do |root|
        File.chmod(0o755, "#{root}/bin/memcached")
        done = with_path("#{root}/bin:#{ENV.fetch("PATH")}") { doctor(HERE) }

        assert_equal 3, done.code
        assert_match(/it is broken/, done.record.surveys.first.dig("unmeasured", "reason"))
        assert_equal %w[run cell cell survey end], done.record.lines.map { |line| Record::Kinds.name(line) }
      end
    end

    private

    def path = File.join(folder, "doctor.jsonl")

    # A doctor whose survey answers these facts.
    def doctor(facts, measured: true, memcached: nil)
      cells = %w[socket socket#2].each_with_index.map do |id, at|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), id: "c#{at + 1}")
      end
      task = Lab::Compare::Task.new(cells: cells, seed: 7, for_s: 1.0, memcached: memcached, loop: Lab::Doctor::Pairs)
      settings = Lab::Settings.new(argv: ["doctor"], paths: Paths.new("HOME" => folder), suite: {}, options: {}, record: path)
      Lab::Doctor.new(task, settings, survey: ->(_keeper) { facts }, live: live, clock: CLOCK, measured: measured).call
    end

    def with_path(path)
      before = ENV.fetch("PATH")
      ENV["PATH"] = path
      yield
    ensure
      ENV["PATH"] = before
    end

    # How long the same code is measured against itself.
    class Pairs < Minitest::Test
      include AComparingLab

      # Each pair takes five seconds of this clock.
      def setup = live.at(:pair) { clock.pass(5) }

      def test_ends_when_its_time_is_over_and_not_after_a_minute
        assert_equal "complete", pairs(20.0)
        assert_includes 3..5, writer.record.pairs.size
      end

      def test_pairs_are_those_of_a_minute
        pairs(10.0)

        assert_equal quads_of_a_minute, quads(writer.record)
      end

      def test_a_signal_ends_it
        live.at(:pair) { interrupt }

        assert_equal "interrupted", pairs(20.0)
      end

      private

      def pairs(for_s) = lab(Lab::Doctor::Pairs, cells(%w[a b]), for_s: for_s).call

      # Of the first pair.
      def quads(record) = record.blocks.select { |block| block["pair"] == 1 }.map { |block| block["quad"] }.uniq.size

      def quads_of_a_minute
        other = self.class.new("other")
        other.live.at(:pair) { other.interrupt }
        other.lab(Lab::Compare, other.cells(%w[a b]), for_s: 60.0).call
        quads(other.writer.record)
      ensure
        other&.after_teardown
      end
    end

    # The facts of a machine.
    class Survey < Minitest::Test
      include MemcachedServer

      def test_surveys_this_machine
        facts = survey

        assert_match(/\A\d+\.\d+/, facts.dig("memcached", "version"))
        assert_equal %w[cache state], facts["disks"].keys
        assert_operator facts.dig("disks", "cache", "free_bytes"), :>, 0
        assert_equal ["ruby", RUBY_VERSION], facts["runtimes"].first.values_at("language", "version")
        assert_equal File.exist?("/var/lib/dpkg/status"), facts["debian"]
        assert_equal facts, JSON.parse(JSON.generate(facts))
      end

      def test_surveys_a_machine_that_has_nothing
        FolderTree.open({}) do |root|
          other = Host::Keeper.start(env: { "PATH" => root })
          facts = survey(other, root: root)

          assert_nil facts.dig("memcached", "version")
          assert_match(/install memcached/, facts.dig("memcached", "how"))
          assert_equal [*Host::Tools::PROGRAMS, *Host::Tools::HEADERS].sort, (facts["missing"] - ["ruby.h"]).sort
          assert_nil facts.dig("disks", "cache", "free_bytes")
          refute facts["debian"]
        ensure
          other&.stop
        end
      end

      private

      def survey(keeper = self.keeper, root: "/")
        Dir.mktmpdir do |home|
          Lab::Doctor.survey(keeper, paths: Paths.new("HOME" => home), languages: Catalog.load.languages,
                                     env: { "PATH" => "#{home}/bin" }, root: root, home: home)
        end
      end
    end
  end
end
