# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::FindTest < Minitest::Test
    include ACommand

    def test_a_search_that_cannot_be_meant_starts_nothing
      { %w[find] => /needs a client and a range/, %w[find a b c] => /needs a client and a range/,
        %w[find socket 1..2] => /socket has no versions/, %w[find dali 1..2] => /Did you mean dalli/,
        %w[find dalli 1..2 --metric bytes] => /--metric bytes/, %w[find dalli 1..2 --margin 0] => /--margin 0/,
        %w[find --git a..b dalli more] => /more is too much/,
        %w[find dalli 1..2 --locked x] => /invalid option: --locked/,
        %w[find --resume /nowhere] => /cannot read the record .*\n.*`cachemark find --record FILE`/,
        %w[find --resume /nowhere dalli] => /dalli is too much/ }.each do |argv, wanted|
        message = refused(*argv)

        assert_match wanted, message, argv.inspect
        assert_operator message.lines.size, :<=, 3
      end
      refute_path_exists Paths.new.records
    end

    def test_a_folder_that_is_no_clients_is_refused
      told = Dir.mktmpdir { |empty| Dir.chdir(empty) { refused("find", "--git", "a..b") } }

      assert_match(/name the client: cachemark find --git a..b CLIENT/, told)
    end

    def test_only_a_search_can_be_gone_on_with
      assert_match(/is no record of a find/, refused("find", "--resume", record))
    end

    def test_a_search_is_gone_on_with_in_its_own_words
      words = %w[find dali 1..2 --for 5m --format json --output /nowhere/x]
      path = file("find.jsonl", "#{JSON.generate(type: "run", schema: Record::SCHEMA, command: "find", argv: words, seed: 7)}\n")

      assert_match(/Did you mean dalli/, refused("find", "--resume", path))
    end

    def test_a_search_that_goes_on_takes_no_other_question
      path = file("find.jsonl", "not even a record")
      { %w[--scenario client/set] => /--scenario: /, %w[--margin 2% --all] => /--margin, --all: /,
        %w[--no-install] => /--no-install: /, %w[--metric cpu] => /--metric: /, %w[--servers 2] => /--servers: /,
        %w[--allow-non-empty] => /--allow-non-empty: /, %w[--git a..b] => /--git: /, %w[--record x] => /--record: /,
        %w[--seed 1] => /--seed: / }.each do |argv, wanted|
        message = refused("find", "--resume", path, *argv)

        assert_match wanted, message
        assert_match(/goes on with what it began with; --resume takes --for, --format, --output/, message)
      end
      assert_equal "not even a record", File.read(path)
    end

    def test_a_report_that_cannot_be_written_is_refused_before_it_goes_on
      ARepository.open("dalli") do |made|
        made.commit
        argv = %w[find --git HEAD~1..HEAD --scenario client/get]
        path = file("find.jsonl", "#{JSON.generate(type: "run", schema: Record::SCHEMA, command: "find", argv: argv, seed: 7)}\n")
        Dir.chdir(made.dir) do
          assert_match(%r{--output /nowhere/x}, refused("find", "--resume", path, "--output", "/nowhere/x"))
          assert_match(/cannot be one file/, refused("find", "--resume", path, "--output", path))
        end
      end
    end

    def test_helps
      command("find", "--help")

      %w[--git --all --resume --scenario --metric --margin].each { |option| assert_includes out.string, option }
    end
  end
end
