# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::ArgumentsTest < Minitest::Test
    def published(*words) = Results::Copy::Arguments.published(words)

    def test_files_that_a_repetition_does_not_need_are_omitted
      assert_equal %w[check dalli --allow incomplete --with seed=7],
                   published("check", "dalli", "--record", "acme/x.jsonl", "--results=../acme", "--baseline", "~/acme/b.json",
                             "--update", "README.md", "-o", "x.html", "--update-anyway", "--seed", "7")
    end

    def test_a_relative_path_loses_its_folders
      { %w[run --suite acme/mine.yml] => %w[run --suite …/mine.yml], %w[run --scenario=../x/s.yml] => %w[run --scenario=…/s.yml],
        %w[run --with ruby=acme/bin/ruby] => %w[run --with ruby=…/ruby], %w[run dalli,ruby=acme/bin/ruby,jit=yjit] =>
        %w[run dalli,ruby=…/ruby,jit=yjit], %w[run --with memcached=./acme/memcached] => %w[run --with memcached=…/memcached],
        %w[compare dalli dalli@path:../acme/dalli] => %w[compare dalli dalli@path:…/dalli],
        %w[run --with locked=acme/run] => %w[run --with locked=…/run] }.each do |words, expected|
        assert_equal expected, published(*words)
      end
    end

    def test_other_words_stay
      words = %w[run dalli@5.3.2,ruby=3.3 ruby/dalli --scenario client/get,size=10k --scenario client/* --with ruby=3.3
                 --with memcached=newest --suite mine.yml --with data=data.json --rate 1k]

      assert_equal words, published(*words)
      assert_equal %w[run --with ruby=/opt/acme/ruby], published("run", "--with", "ruby=/opt/acme/ruby"), "FileNames hides it"
    end

    # The measurement depends on the files of these options, which `publish` refuses if they have a folder.
    def test_every_option_with_a_file_is_known
      commands = Results::Summary::KEPT.keys.map { |kind| kind[/\w+/] }.uniq
      options = commands.flat_map { |name| CLI.command(name).groups.values.flatten }
      named = options.select { |one| one.value.to_s.match?(/\b(?:FILE|DIR|RECORD)\b/) }.map { |one| one.names.last }.uniq

      assert_operator named.size, :>=, 5
      assert_equal %w[--resume --scenario --suite], named.reject { |name| published("run", name, "x") == %w[run] }.sort
    end
  end
end
