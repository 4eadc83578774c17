# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::CorruptWarningsTest < Minitest::Test
    include ACommand

    CASES = ["a/1", "a/2", *(0..7).to_a.product((0..2).to_a).map { |pair| "a/#{pair.join("-")}" }].freeze

    def test_a_wrong_value_is_known_afterwards
      keep("a/1" => "CORRUPT", "a/2" => "FAIL")

      assert_equal({ "dalli" => { "notation" => dalli.notation, "cases" => { "a/1" => MadeCheck::RUN["started_at"] } } },
                   warnings.of([dalli]))
      assert_empty warnings.of([dalli.with(version: "1.0.0")])
    end

    def test_with_other_options_it_is_another
      keep({ "a/1" => "CORRUPT" }, given("namespace" => "app", "protocol" => "meta"))
      keep({ "a/1" => "PASS" })

      assert_empty warnings.of([dalli, given("namespace" => "app")])
      assert_equal %w[dalli], warnings.of([given("protocol" => "meta", "namespace" => "app")]).keys
    end

    def test_a_companion_is_known_by_its_version_however_it_was_named
      companion = dalli.client.companion_options.first
      keep("a/1" => "CORRUPT")

      assert_equal %w[dalli], warnings.of([given(companion => "2.x")]).keys
    end

    def test_a_checkout_is_known_by_its_name_with_its_options_in_any_order
      here = %w[namespace=app,protocol=meta protocol=meta,namespace=app protocol=meta].map do |options|
        dalli.with(notation: "dalli@path:/here,#{options}", source: Contender::Source.new(kind: "path", dir: "/here"))
      end
      keep({ "a/1" => "CORRUPT" }, here.first)

      assert_equal([1, 1, 0], here.map { |one| warnings.of([one]).size })
    end

    def test_of_two_that_are_one_the_one_that_is_wrong_decides
      warnings.keep(MadeCheck.of({ "dalli" => { "a/1" => "CORRUPT" }, "twin" => { "a/1" => "PASS" } }),
                 [dalli, dalli.with(id: "twin")])

      assert_equal %w[a/1], warnings.of([dalli])["dalli"]["cases"].keys
    end

    def test_a_case_that_was_removed_warns_of_nobody
      keep("a/1" => "CORRUPT", "a/2" => "CORRUPT")

      assert_equal %w[a/2], warnings(%w[a/2]).of([dalli])["dalli"]["cases"].keys
      assert_empty warnings([]).of([dalli])
      assert_empty CLI::CorruptWarnings.new.of([dalli])
      keep("interrupt/timeout-in-get" => "CORRUPT")
      assert_equal %w[interrupt/timeout-in-get], CLI::CorruptWarnings.new.of([dalli])["dalli"]["cases"].keys
    end

    def test_keeps_unexamined_cases_and_removes_passed_ones
      keep("a/1" => "CORRUPT", "a/2" => "CORRUPT")
      keep("a/1" => "PASS")
      assert_equal %w[a/2], warnings.of([dalli])["dalli"]["cases"].keys

      keep("a/2" => "PASS")
      assert_empty warnings.of([dalli])
    end

    def test_a_file_of_an_earlier_version_is_read_and_replaced
      keep("a/1" => "CORRUPT")
      File.rename(path, Paths.new.marks)
      assert_equal %w[dalli], warnings.of([dalli]).keys

      keep("a/2" => "CORRUPT")
      assert_equal %w[a/1 a/2], warnings.of([dalli])["dalli"]["cases"].keys.sort
      refute_path_exists Paths.new.marks
    end

    def test_a_damaged_file_warns_of_nobody_and_is_put_aside_by_the_next_check
      FileUtils.mkdir_p(File.dirname(path))
      damaged = ["{", "[]", "\xff", '{"x":1}', '{"x":{}}', '{"x":{"notation":"x","cases":{"a/1":"once"}}}']
      damaged.each do |text|
        File.write(path, text)
        assert_empty warnings.of([dalli])
        assert_match(/\Awarnings about wrong values are unavailable: #{path} is damaged\z/, messages.pop)
        keep("a/1" => "CORRUPT")
        assert_equal [%w[dalli], text], [warnings.of([dalli]).keys, File.read("#{path}.damaged")]
        assert_match(/\A#{path} is damaged; it was renamed to #{path}\.damaged\z/, messages.pop)
      end
    end

    def test_a_file_that_cannot_be_read_or_written_is_reported_and_left
      FileUtils.mkdir_p(path)
      assert_empty warnings.of([dalli])
      keep("a/1" => "CORRUPT")

      said = ["warnings about wrong values are unavailable",
              "later reports will not warn about what was found"]
      assert_equal said.map { |words| "#{words}: Is a directory @ io_fread - #{path}" }, messages
    end

    def test_a_state_folder_that_cannot_be_made_is_reported
      file("state", "a file")
      keep("a/1" => "CORRUPT")

      assert_match(/\Alater reports will not warn about what was found: .+/, messages.last)
    end

    def test_checks_at_once_lose_none_of_each_others_warnings
      children = Array.new(8) do |number|
        fork do
          3.times { |case_| keep({ "a/#{number}-#{case_}" => "CORRUPT" }) }
          exit!(0)
        end
      end

      assert(children.all? { |pid| Process.wait2(pid).last.success? })
      assert_equal 24, warnings.of([dalli])["dalli"]["cases"].size
    end

    def test_a_case_with_two_clients_warns_of_nobody
      line = MadeCheck.line("dalli", "cross/raw", "CORRUPT", peers: %w[socket])
      warnings.keep(MadeCheck.of({}, lines: [line]), [dalli])

      assert_empty warnings.of([dalli])
    end

    def test_nothing_is_kept_of_controls_and_references
      contenders = %w[control socket].map { |name| MadeCells.contender(name) }
      warnings.keep(MadeCheck.of(contenders.to_h { |one| [one.id, { "a/1" => "CORRUPT" }] }), contenders)

      assert_empty warnings.of(contenders)
    end

    private

    def keep(outcomes, one = dalli) = warnings.keep(MadeCheck.of({ "dalli" => outcomes }), [one])
    def warnings(cases = CASES) = CLI::CorruptWarnings.new(notify: messages.method(:push), cases: -> { cases })
    def given(options) = dalli.with(given: options)
    def messages = @messages ||= []
    def path = Paths.new.corrupt_warnings

    def dalli
      @dalli ||= MadeCells.contender("dalli").with(version: "2.7.11", gems: { "dalli" => "2.7.11" },
                                                   source: Contender::Source.new(kind: "gem"))
    end
  end
end
