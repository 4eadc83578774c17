# frozen_string_literal: true

require "test_helper"
require "json"
require "stringio"

module Cachemark
  class CLI::CompareTest < Minitest::Test
    include ACommand
    include MemcachedServer
    include StealTime

    QUICK = %w[compare socket socket --scenario client/get --for 5m --for 50%].freeze

    def test_counts_on_real_memcached
      assert_equal 0, command(*QUICK, "--metric", "round-trips", "--output", file("c.jsonl"), "--format", "json")

      document = JSON.parse(out.string)
      assert_equal [["socket", "socket#2", "round-trips", "same"]],
                   document["verdicts"].map { |one| one.values_at("baseline", "contender", "metric", "verdict") }
      assert_equal [{ "margin" => 0.01, "until" => 0.5 }, "complete"],
                   [document["options"].slice("margin", "until"), document["outcome"]]
      assert_match(/\Asocket and socket#2 are the same code with the same options \(socket\): any difference/, err.string)
      assert_shown
    end

    # dalli ignored it until 5.0.4.
    def test_a_contender_whose_option_changes_nothing_says_so
      skip "strace is not installed" unless keeper.which("strace")

      command("compare", "dalli@4.3.10", "dalli@4.3.10,string_fastpath=on", "--scenario", "client/get", "--metric", "round-trips",
              "--output", file("c.jsonl"))
      assert_match(/string_fastpath=on: no effect seen/, out.string)
    end

    def test_a_cell_that_is_wrong_ends_with_three
      SpoiltDalli.open("super; nil") do |forgets|
        assert_equal 3, command("compare", "socket", forgets, "--scenario", "client/get", "--for", "20s")
        assert_match(/invalid: .*wrong reply/, out.string)
      end
    end

    def test_too_little_time_is_unresolved_and_ends_with_three
      assert_equal 3, command("compare", "socket", "socket", "--scenario", "client/get", "--for", "1s")
      skip_if_steal_time(out.string)
      assert_match(/^This run could not tell socket#2 from socket in get \(.*pair/, out.string)
      assert_match(/\? unresolved/, out.string)
    end

    private

    def assert_shown
      assert_equal 0, command("show", file("c.jsonl"), "--format", "markdown")
      assert_match(/socket#2/, out.string)
    end
  end

  class CLI::WatchTest < Minitest::Test
    include ACommand

    FILES = { "dalli.gemspec" => "s.name = 'dalli'", "lib/dalli.rb" => "1" }.freeze
    Done = Lab::Measurement::Done

    def setup
      @steps = []
      @tasks = []
    end

    def test_compares_what_is_now_with_what_it_was_each_time_it_was_saved
      watch(save("2"), nothing, nothing, save("3"), nothing)

      assert_equal [%w[start now]] * 2, @tasks.map { |task| task.contenders.map(&:id) }
      assert_equal ["watching DIR; baseline: its state now; 20 s per comparison; Ctrl-C stops it",
                    *["get ▲ slower +5.0 % [4.6, 5.3] 14 pairs"] * 2], said
    end

    def test_the_baseline_stays_what_it_was
      kept = nil
      watch(save("2"), nothing) { kept = File.read(File.join(baseline, "lib/dalli.rb")) }

      assert_equal "1", kept
    end

    def test_a_folder_that_moves_is_not_measured
      watch(save("2"), save("33"), save("444"), nothing)

      assert_equal 1, @tasks.size
    end

    def test_does_not_measure_the_initial_state_again
      watch(save("2"), nothing, save("1"), nothing)

      assert_equal ["get ▲ slower +5.0 % [4.6, 5.3] 14 pairs", "same as the initial state"], said.drop(1)
    end

    def test_a_file_that_is_saved_unchanged_is_no_change
      watch(save("1"), nothing)

      assert_empty @tasks
    end

    def test_ctrl_c_ends_it_and_leaves_nothing
      assert_equal(130, watch(save("2"), nothing) { assert_path_exists baseline })

      refute_path_exists baseline
    end

    def test_a_signal_while_it_measures_ends_it_too
      assert_equal 143, watch(save("2"), nothing, code: 143)
    end

    def test_time_and_options_are_the_users
      watch(save("2"), nothing, word: "dalli@path:DIR,protocol=meta", for_s: 45.0)

      assert_equal ["meta", 45.0], [@tasks.last.contenders.last.options["protocol"], @tasks.last.for_s]
    end

    private

    def save(text) = -> { File.write(File.join(@dir, "lib/dalli.rb"), text) }
    def nothing = -> {}
    def baseline = @tasks.last.contenders.first.source.dir

    # Each pause does the next step; then comes Ctrl-C.
    def watch(*steps, word: "dalli@path:DIR", code: 0, **options)
      FolderTree.open(FILES) do |dir|
        @dir = dir
        pause = ->(_s) { (steps.shift || raise(Interrupt)).call }
        measure = ->(task) { (@tasks << task) && yield_to(task) && Done.new(record: slower, code: code) }
        @seen = block_given? ? -> { yield } : -> { true }
        CLI::Compare::Watch.new([word.sub("DIR", dir)], { scenarios: ["client/get"], offline: true, **options },
                       judging: { margin: 0.01, alpha: 0.01, metrics: ["wall"] }, argv: ["--watch"], out: @out = StringIO.new,
                       err: StringIO.new, pause: pause, measure: measure).call
      end
    end

    def yield_to(_task) = @seen.call || true

    def slower = MadeComparison.of(contenders: %w[start now], scenarios: ["client/get"], effects: { "client/get" => 0.05 })

    def said = @out.string.lines(chomp: true).map { |line| line.sub(/\A\d\d:\d\d:\d\d  /, "").sub(@dir, "DIR") }
  end

  class CLI::Compare::Watch::FolderTest < Minitest::Test
    GLOBS = ["lib/**/*", "*.gemspec"].freeze
    FILES = { "lib/a.rb" => "1", "lib/deep/b.rb" => "2", "a.gemspec" => "g", "README.md" => "r", ".git/config" => "c" }.freeze

    def test_its_state_changes_with_what_makes_a_difference
      watched do |folder, root|
        before = folder.state
        File.write("#{root}/README.md", "other")
        assert_equal before, folder.state

        File.write("#{root}/lib/deep/b.rb", "longer")
        assert_equal ["lib/deep/b.rb"], (folder.state - before).map(&:first)
        File.delete("#{root}/lib/a.rb")
        refute_includes folder.state.map(&:first), "lib/a.rb"
      end
    end

    def test_its_digest_is_of_contents
      watched do |folder, root|
        before = folder.digest
        File.utime(0, 0, "#{root}/lib/a.rb")
        assert_equal before, folder.digest

        File.write("#{root}/lib/a.rb", "3")
        refute_equal before, folder.digest
      end
    end

    def test_a_file_that_vanishes_while_it_is_read_has_no_digest
      watched do |folder, root|
        File.symlink("#{root}/nowhere", "#{root}/lib/dangling")
        assert folder.digest
        skip "no file here that is one and cannot be read" unless File.file?("/proc/self/mem")

        File.symlink("/proc/self/mem", "#{root}/lib/unreadable")
        assert_nil folder.digest
      end
    end

    def test_a_copy_has_everything_and_knows_the_repository
      watched do |folder, root|
        folder.copy("#{root}-copy")

        assert_equal [".git", "README.md", "a.gemspec", "lib"], Dir.children("#{root}-copy").sort
        assert_equal "2", File.read("#{root}-copy/lib/deep/b.rb")
        assert_equal "#{root}/.git", File.readlink("#{root}-copy/.git")
      ensure
        FileUtils.rm_rf("#{root}-copy")
      end
    end

    def test_a_link_that_leads_nowhere_is_copied_as_one
      watched do |folder, root|
        File.symlink("me@host.1234", "#{root}/.#a.rb")
        folder.copy("#{root}-copy")

        assert_equal "me@host.1234", File.readlink("#{root}-copy/.#a.rb")
      ensure
        FileUtils.rm_rf("#{root}-copy")
      end
    end

    def test_reports_a_copy_that_cannot_be_made
      watched do |folder, root|
        error = assert_raises(Trouble) { folder.copy("#{root}/a.gemspec/copy") }

        assert_match(/cannot copy .* as the baseline: .*\nmake room/, error.message)
      end
    end

    private

    def watched = FolderTree.open(FILES) { |root| yield CLI::Compare::Watch::Folder.new(root, GLOBS), root }
  end
end
