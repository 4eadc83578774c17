# frozen_string_literal: true

require "test_helper"

module Cachemark
  class LabTest < Minitest::Test
    def test_the_commands_words_count_before_the_suites
      assert_equal [2, 5], [settings({ "servers" => 2 }).servers, settings({ "servers" => 2 }, servers: 5).servers]
      assert_equal 1, settings.servers
    end

    def test_the_placement_is_the_users_or_follows_from_the_task
      sync, threads = %w[sync threads-4].map { |mode| Lab::Work::Task.new(cells: [MadeCells.cell(mode: mode)], seed: 1) }
      load = Lab::OpenLoop::Task.new(cells: sync.cells, seed: 1, for_s: 1.0, open_loop: Plan::OpenLoop.new(rates: [5_000]))
      outage = Lab::Outage::Task.new(cells: sync.cells, seed: 1, outage: nil)
      check = Lab::Check::Task.new(seed: 1, exams: [])
      facts = { "allowed_cpus" => [0, 1, 2, 3], "core_siblings" => [], "taskset" => true }

      assert_equal %w[one-core two-core two-core two-core unpinned],
                   [sync, threads, load, outage, check].map { |task| settings.placement(task, facts).name }
      assert_equal "spread", settings({}, placement: "spread").placement(threads, facts).name
    end

    def test_knows_of_servers_that_are_not_ours
      assert_empty settings.user_servers
      accesses = [11_211, 11_212].map { |port| Access.tcp("localhost", port) }
      with_servers = settings({ "servers" => 3 }, server: accesses)
      assert_equal [accesses, 2], [with_servers.user_servers, with_servers.servers]
    end

    def test_each_record_has_a_folder_of_logs_in_the_cache
      assert_equal "/cache/cachemark/logs/run", settings.logs
    end

    def test_ends_every_thread_before_it_raises_what_one_died_of
      died = Thread.new { raise NotImplementedError, "fork is missing" }
      died.report_on_exception = false
      Thread.pass while died.alive?
      slow = Thread.new { begin sleep ensure sleep(0.05) end }
      Thread.pass until slow.stop?

      assert_raises(NotImplementedError) { Lab.end_all([died, slow]) }
      refute_predicate slow, :alive?
    end

    private

    def settings(suite = {}, **options)
      Lab::Settings.new(argv: ["run"], paths: Paths.new("XDG_CACHE_HOME" => "/cache"), suite: suite, options: options,
                        record: "/records/run.jsonl")
    end
  end
end
