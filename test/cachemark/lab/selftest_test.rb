# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::SelftestTest < Minitest::Test
    include AComparingLab

    def test_records_the_expected_verdicts_before_anything_is_measured
      live.at(:pair) { interrupt }
      selftest

      lines = writer.record.controls.map { |line| line.values_at("shows", "contender", "scenario", "expected") }
      assert_equal Lab::Selftest::Controls::EXPECTED, lines
      types = writer.record.lines.map { |line| line["type"] }
      assert_operator types.index("control"), :<, types.index("process")
    end

    def test_a_comparison_that_no_control_needs_gets_no_time
      live.at(:pair) { interrupt if live.of(:pair).size == 4 }
      lab(Lab::Selftest, cells(%w[steady fast], scenarios: %w[client/get client/set])).call

      compared = writer.record.comparisons.reject { |line| line["noise"] }.group_by { |line| line["scenario"] }
      measured = writer.record.pairs.flat_map { |pair| pair["comparisons"] }
      touched = compared.transform_values { |lines| lines.any? { |line| measured.include?(line["comparison"]) } }
      assert_equal({ "client/get" => true, "client/set" => false }, touched)
    end

    def test_only_one_of_them_is_lied_to_and_its_proof_sees_it
      live.at(:failure) { interrupt }
      live.at(:pair) { interrupt if live.of(:pair).size == 6 }
      selftest(%w[steady deceived], made: false)

      assert_equal [%w[deceived invalid]], writer.record.failures.map { |line| line.values_at("contender", "status") }
      assert_match(/wrong reply: get/, writer.record.failures.first["reason"])
    end

    def test_reports_the_failure_of_the_deceived_client_as_expected
      live.at(:failure) { interrupt }
      live.at(:pair) { interrupt if live.of(:pair).size == 6 }
      selftest(%w[steady deceived], made: false)

      assert_equal ["invalid, as expected"], live.of(:failure).map { |facts| facts[:status] }
    end

    def test_reports_an_unexpected_failure_as_a_failure
      live.at(:failure) { interrupt }
      cells = cells(%w[steady twin])
      lab(Lab::Selftest, cells, engine: made_engine(cells, made: { "twin" => { hello: "exit" } })).call

      assert_equal ["failed"], live.of(:failure).map { |facts| facts[:status] }
    end

    def test_the_lie_ends_with_the_selftest
      cells = cells(%w[steady deceived])
      engine = made_engine(cells)
      live.at(:pair) { interrupt }
      lab(Lab::Selftest, cells, engine: engine).call
      host, port = engine.open_fields(cells.last)[:servers].first.split(":")

      refute_equal memcached.address, "#{host}:#{port}"
      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(host, port) }
    end

    private

    # With made drivers, or with the reference.
    def selftest(ids = %w[steady twin deceived], made: true)
      cells = cells(ids)
      lab(Lab::Selftest, cells, engine: made ? made_engine(cells) : engine(cells.map(&:contender))).call
    end

    # The contenders whose truth is known.
    class Controls < Minitest::Test
      FILES = { "dalli-3.2.8/lib/dalli.rb" => "module Dalli; class Client; def get(key) = key; end; end\n",
                "dalli-3.2.8/dalli.gemspec" => "# the gemspec\n" }.freeze

      def test_every_control_is_a_contender_and_the_first_is_the_baseline
        assert_equal Lab::Selftest::Controls::CONTENDERS, folders.keys
        assert_empty Lab::Selftest::Controls::EXPECTED.map { |_shows, contender| contender } - Lab::Selftest::Controls::CONTENDERS.drop(1)
      end

      def test_every_verdict_but_unresolved_is_expected_of_some
        assert_equal %w[faster invalid same slower], Lab::Selftest::Controls::EXPECTED.map(&:last).uniq.sort
      end

      def test_the_same_code_is_in_two_folders
        in_folders do |folders|
          steady, twin = folders.values_at("steady", "twin")

          refute_equal steady, twin
          assert_equal(*[steady, twin].map { |folder| File.read("#{folder}/lib/dalli.rb") })
          assert_equal steady, folders["deceived"]
        end
      end

      def test_the_slow_client_spins_longer_and_the_fast_one_never
        counts = in_folders { |folders| folders.slice("steady", "slow", "fast").transform_values { |folder| loops(folder) } }

        assert_equal({ "steady" => 800, "slow" => 2_000, "fast" => 0 }, counts)
      end

      def test_the_busy_client_sends_one_more_request
        in_folders { |folders| assert_match(/^ +super\n +super$/, File.read("#{folders["busy"]}/lib/dalli.rb")) }
      end

      private

      def loops(folder) = File.read("#{folder}/lib/dalli.rb")[/spin = (\d+)/, 1].to_i

      def folders = in_folders { |folders| folders }

      def in_folders
        FolderTree.open(FILES) do |root|
          target = Lab::ClientCopies::Target.new(file: "dalli.rb", owner: "Dalli::Client", name: "get")
          copies = Lab::ClientCopies.new(source: "#{root}/dalli-3.2.8", into: "#{root}/controls", target: target)
          yield Lab::Selftest::Controls.new(copies).folders
        end
      end
    end
  end
end
