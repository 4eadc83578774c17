# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::DoctorTest < Minitest::Test
    include ALab

    # A survey that knows what it was told.
    Told = Struct.new(:told) do
      def facts(_keeper) = told
    end
    HERE = { "memcached" => { "version" => "1.6.18", "how" => "install it" } }.freeze
    NOWHERE = { "memcached" => { "version" => nil, "how" => "install it" } }.freeze

    def teardown = unpin

    def test_measures_and_keeps_the_survey_in_the_record
      done = doctor(HERE, more: { "releases" => { "newer" => [] } })
      record = Record::Reader.read(path)

      types = record.lines.map { |line| line["type"] }
      assert_equal types.index("end"), types.index("survey") + 1
      assert_operator record.pairs.size, :>=, 1
      assert_equal ["1.6.18", { "newer" => [] }, nil],
                   [record.surveys.first.dig("memcached", "version"), *record.surveys.first.values_at("releases", "unmeasured")]
      assert_operator record.surveys.first["neighbours"]["seconds"], :>, 1
      assert_equal [0, record.lines], [done.code, done.record.lines]
    end

    def test_only_looks_where_that_was_asked_for
      done = doctor(HERE, measured: false)

      assert_equal [%w[run cell cell survey end], {}, 0],
                   [done.record.lines.map { |line| line["type"] }, done.record.surveys.first["unmeasured"], done.code]
      assert_equal "one-core", done.record.run.dig("placement", "name")
      refute_nil done.record.surveys.first["neighbours"]
      assert_equal ["looking at the machine"], live.of(:step).map { |facts| facts[:text] }
    end

    def test_without_memcached_it_looks
      assert_equal({}, doctor(NOWHERE).record.surveys.first["unmeasured"])
    end

    def test_what_cannot_be_measured_is_part_of_what_is_found
      FolderTree.open("bin/memcached" => "#!/bin/sh\necho it is broken >&2\nexit 1\n") do |root|
        File.chmod(0o755, "#{root}/bin/memcached")
        done = with_path("#{root}/bin:#{ENV.fetch("PATH")}") { doctor(HERE) }

        assert_equal 3, done.code
        assert_match(/it is broken/, done.record.surveys.first.dig("unmeasured", "reason"))
        assert_equal %w[run cell cell survey end], done.record.lines.map { |line| line["type"] }
      end
    end

    private

    def path = File.join(folder, "doctor.jsonl")

    def doctor(facts, more: {}, measured: true)
      cells = %w[socket socket#2].each_with_index.map do |id, at|
        MadeCells.cell(contender: MadeCells.contender.with(id: id), id: "c#{at + 1}")
      end
      job = Lab::Job.new(cells: cells, seed: 7, for_s: 2.0)
      settings = Lab::Settings.new(argv: ["doctor"], paths: Paths.new("HOME" => folder), suite: {}, options: {}, record: path)
      Lab::Doctor.new(job, settings, survey: Told.new(facts.dup), more: more, live: live, clock: CLOCK, measured: measured).call
    end

    def with_path(path)
      before = ENV.fetch("PATH")
      ENV["PATH"] = path
      yield
    ensure
      ENV["PATH"] = before
    end
  end
end
