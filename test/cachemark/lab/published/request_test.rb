# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Published::RequestTest < Minitest::Test
    CATALOG = MadeCells::CATALOG

    def test_options_without_a_meaning_there_are_refused_with_what_to_do
      { for_s: /--for TIME cannot be combined: each row runs once.*\nuse --for Nx/,
        until: /--for SHARE cannot be combined: each row runs once.*\nuse --for Nx/,
        server: /--with server cannot be combined: .* private/, servers: /--with ring cannot be combined: the suite says/,
        modes: /--with mode cannot be combined: the suite says/ }.each do |option, message|
        assert_match message, assert_raises(Usage) { as_published(option => 1) }.message
      end
    end

    def test_a_suite_that_nobody_published_is_refused_with_those_that_were
      error = assert_raises(Usage) { as_published.suite(CATALOG.suite("clients")) }

      assert_match(/no rows of .* were published\n--suite classic or .* --suite versions/, error.message)
    end

    def test_named_contenders_alone_are_refused
      selection = CLI::Selection.new(%w[socket], { as_published: true }, catalog: CATALOG, versions: MadeVersions.new,
                                                                         runtime: Env::Runtimes::Runtime.current)

      assert_match(/no rows of socket were published/, assert_raises(Usage) { selection.task }.message)
    end

    def test_a_suite_runs_on_the_versions_of_its_time
      assert_equal %w[classic-2015 versions], %w[classic versions].map { |id| as_published.suite(CATALOG.suite(id)).id }
    end

    def test_an_entry_may_have_been_another_contender_in_other_modes
      suite = as_published.suite(CATALOG.suite("gevent"))

      assert_equal ["pylibmc,binary=on,tcp_nodelay=on", "ultramemcache"], suite.contenders.map(&:notation)
      assert_equal [%w[sync gevent-2,shared gevent-4,shared gevent-8,shared gevent-16,shared],
                    %w[sync gevent-2 gevent-4 gevent-8 gevent-16]], %w[pylibmc ultramemcache].map { |id| suite.modes_of(id) }
    end

    def test_a_task_has_the_published_iterations_or_the_users
      suite = CATALOG.suite("versions")

      assert_equal [2500, 7], [{}, { iterations: 7 }].map { |given| as_published(**given).iterations(suite) }
      assert_equal ["versions", "each row"], as_published.programs(suite).values_at("layout", "clients")
    end

    def test_the_record_keeps_the_suites_notes
      assert_match(/100,000 iterations are inferred/, as_published.facts(CATALOG.suite("classic-2015"))["notes"].first)
      assert_match(/one under two names/, as_published.facts(CATALOG.suite("versions"))["notes"].first)
    end

    def test_an_entry_is_the_one_that_the_document_prints
      entry = as_published.entry(CATALOG.suite("versions"), "memcache-client@rails-2.2.2,timeout=off")

      assert_equal "1.5.0 (as shipped in Rails 2.2.2)", entry.section
      assert_nil as_published.entry(CATALOG.suite("versions"), "dalli@4.3.10")
    end

    private

    def as_published(**options) = Lab::Published::Request.new(options, CATALOG)
  end
end
