# frozen_string_literal: true

require "test_helper"

module Cachemark
  # The contenders whose truth is known.
  class Lab::Selftest::ControlsTest < Minitest::Test
    Controls = Lab::Selftest::Controls
    FILES = { "gems/dalli-3.2.8/lib/dalli.rb" => <<~RUBY, "specifications/dalli-3.2.8.gemspec" => "# the gemspec\n" }.freeze
      module Dalli
        class Client
          def get(key, raw: false, &block) = [key, raw, block&.call]
        end
      end
    RUBY

    def test_every_control_is_a_contender_and_the_first_is_the_baseline
      names = in_folders { |folders, _| folders.keys }

      assert_equal "steady", names.first
      assert_equal names.drop(1).sort, Controls::EXPECTED.map { |_shows, contender| contender }.uniq.sort
    end

    def test_every_verdict_but_unresolved_is_expected_of_some
      assert_equal %w[faster invalid same slower], Controls::EXPECTED.map(&:last).uniq.sort
    end

    def test_the_same_code_is_in_two_folders
      in_folders do |folders|
        steady, twin = folders.values_at("steady", "twin")

        refute_equal steady, twin
        assert_equal(*[steady, twin].map { |folder| File.read("#{folder}/lib/dalli.rb") })
        assert_equal steady, folders["deceived"]
        assert_equal %w[dalli.gemspec lib lib/dalli.rb], Dir.glob("**/*", base: steady).sort
      end
    end

    def test_a_gemspec_of_the_source_stays
      in_folders(FILES.merge("gems/dalli-3.2.8/own.gemspec" => "# own")) do |folders|
        assert_equal ["own.gemspec"], Dir.glob("*.gemspec", base: folders["slow"])
      end
    end

    def test_the_slow_client_spins_longer_and_the_fast_one_never
      counts = in_folders do |folders|
        spun = folders.transform_values { |folder| File.read("#{folder}/lib/dalli.rb")[/spin = (\d+)/, 1].to_i }
        spun.slice("steady", "slow", "fast")
      end

      assert_equal({ "steady" => 800, "slow" => 2_000, "fast" => 0 }, counts)
    end

    def test_slower_is_not_otherwise
      in_folders do |folders|
        fast, slow = folders.values_at("fast", "slow").map { |folder| client(folder) }
        [fast, slow].each do |client|
          2.times { assert_equal ["k", true, 1], client.get("k", raw: true) { 1 } }
          assert_equal ["k", false, nil], client.get("k")
        end

        assert_equal(*[fast, slow].map { |client| Array.new(3) { allocated(client) }.last })
      end
    end

    def test_the_busy_client_sends_one_more_request
      asked = 0
      in_folders { |folders| client(folders["busy"]).get("k") { asked += 1 } }

      assert_equal 2, asked
    end

    def test_a_copy_is_made_once
      in_folders do |folders, controls|
        File.write("#{folders["slow"]}/mark", "")

        assert_equal folders, controls.folders
        assert_path_exists "#{folders["slow"]}/mark"
      end
    end

    def test_a_copy_that_somebody_else_made_meanwhile_is_taken
      in_folders do |folders, controls|
        slow = folders["slow"]
        FileUtils.rm_rf(slow)
        controls.define_singleton_method(:fill) { |part| super(part).tap { FileUtils.mkdir_p("#{slow}/theirs") } }

        assert_equal folders, controls.folders
        assert_equal ["theirs"], Dir.children(slow)
        assert_empty Dir.glob("#{slow}.*")
      end
    end

    private

    def client(folder)
      space = Module.new
      load("#{folder}/lib/dalli.rb", space)
      space::Dalli::Client.new
    end

    def allocated(client)
      before = GC.stat(:total_allocated_objects)
      client.get("k")
      GC.stat(:total_allocated_objects) - before
    end

    def in_folders(files = FILES)
      FolderTree.open(files) do |root|
        controls = Controls.new(source: "#{root}/gems/dalli-3.2.8", into: "#{root}/controls")
        yield controls.folders, controls
      end
    end

    # The copies of a real client, in the driver, on a real memcached.
    class OfAClient < Minitest::Test
      include DrivenClient

      def test_a_slower_client_gives_right_replies_with_the_same_work
        %w[fast slow].each { |name| judged(name) { |right, hits| assert_equal [true, 1], [right, hits], name } }
      end

      def test_other_work_is_other_work
        judged("busy") { |right, hits| assert_equal [true, 2], [right, hits] }
      end

      private

      # The copies are kept, so that the environment of each is built once.
      def judged(name)
        source = DrivenClient.environment(DrivenClient.contender("dalli@3.2.8")).expected.first.fetch(:dir)
        folders = Controls.new(source: source, into: File.join(WarmCache.path, "copies")).folders
        load_client("dalli@path:#{folders.fetch(name)}")
        open_cell([[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit]])
        reply = @talk.ask(type: "verify", cell: "c", iterations: [@expected], state: [])
        yield reply["ok"], counted("get_hits") { run_once }["get_hits"]
      end
    end
  end
end
