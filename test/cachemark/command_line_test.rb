# frozen_string_literal: true

require "test_helper"
require "shellwords"

module Cachemark
  class CommandLineTest < Minitest::Test
    def test_quotes_words_that_a_shell_would_expand
      assert_equal "cachemark check dalli@3.2.8,timeout=off --case 'interrupt/*-in-{get,multi}' --for 7",
                   CommandLine.of(%w[check dalli@3.2.8,timeout=off --case interrupt/*-in-{get,multi} --for 7])
    end

    def test_a_shell_reads_what_was_meant
      words = ["it's", "", "two words", "$HOME", "a\nb", "~", "!x"]

      assert_equal ["cachemark", *words], Shellwords.split(CommandLine.of(words))
    end

    OLD = {
      "run --ruby 3.3 --jit=yjit" => "run --with ruby=3.3 --with jit=yjit", "--memcached 1.6.45" => "--with memcached=1.6.45",
      "--servers-from A..B" => "--with memcached=A..B", "--rtt 1ms,2ms" => "--with rtt=1ms,2ms",
      "--bandwidth 10mbit" => "--with bandwidth=10mbit", "--placement spread" => "--with placement=spread",
      "--no-install dalli" => "--with install=no dalli", "--offline dalli" => "--with install=cached dalli",
      "--servers 3" => "--with ring=3", "--mode threads-4,shared" => "--with mode=threads-4,shared",
      "--alpha 5%" => "--with alpha=5%", "--replicas 4" => "--on 4", "--kill 1 --lasts 5s" => "--fault kill=1 --at +5s",
      "--stop=2 --restart 1 --slow 3 --move 1" => "--fault stop=2 --fault restart=1 --fault slow=3 --fault move=1",
      "--until 1% --locked r.jsonl" => "--for 1% --with locked=r.jsonl",
      "--exact --latencies" => "--metric counts --metric latencies",
      "--arrivals fixed --fail-on-slo" => "--rate fixed --slo fail", "--no-measure --older-than 9d" => "--for 0s --keep 9d",
      "contribute --machine" => "contribute --campaign standard", "--ring 3" => "--with ring=3",
      "--server h:1" => "--with server=h:1", "--count writes" => "--metric writes",
      "--unsafe dalli" => "--allow unsafe dalli",
      "--allow-non-empty --allow-load" => "--allow non-empty --allow load", "--allow-unresolved" => "--allow unresolved",
      "--update-anyway" => "--allow incomplete", "--plain dalli" => "--color never dalli",
      "--junit a.xml" => "--output junit=a.xml", "--report json=a" => "--output json=a", "--record a" => "--output record=a",
      "--history dir" => "--output history=dir", "--update a.md" => "--output document=a.md", "--seed 7" => "--with seed=7",
      "--data=a.json" => "--with data=a.json", "--no-option-look a" => "--allow unexamined a",
      "--since 2026-11-01" => "--last 2026-11-01", "--iterations 7 --repeat=5" => "--for 7x --for 5x",
      "--delay 1ms --columns all --columns=all x" => "--fault 1ms --format full --format full x",
      "--columns most" => "--columns most", "--as-published --short" => "--suite as-published --campaign short",
      "--fail-fast --thorough x" => "--fail-on first --case thorough x", "--write-baseline a" => "--output baseline=a",
      "find dalli --git a..b --all" => "find dalli git:a..b --all", "explain a b --all" => "explain a b --format full",
      "cachemark explain --all" => "cachemark explain --format full", "outage a --restart 1" => "outage a --fault restart=1",
      "contribute --restart" => "contribute --campaign restart", "check --git a" => "check --git a",
      "list clients --offline" => "list clients", "help --man" => "help man",
      "-o a -s b" => "--output a --scenario b",
      "--rtt" => "--with rtt=", "dalli -- --ruby 3" => "dalli -- --ruby 3"
    }.freeze

    def test_every_old_spelling_has_a_new_one
      OLD.each { |old, new| assert_equal new.split, CommandLine.renewed(old.split), old }
      assert_equal %w[--no-install], CommandLine.renewed(%w[--no-install], %w[--no-install]), "an option of the command itself"
    end

    def test_a_range_of_commits_is_a_word_of_its_own_or_a_version_of_the_client
      { "find git:a..b" => ["a..b", %w[find]], "git:a,b..c dalli" => ["a,b..c", %w[dalli]],
        "dalli@git:v1..HEAD,protocol=meta --scenario s" => ["v1..HEAD", %w[dalli,protocol=meta --scenario s]],
        "dalli 1..2 -s client/get" => [nil, %w[dalli 1..2 -s client/get]] }.each do |line, found|
        assert_equal found, CommandLine.commits(line.split), line
      end
    end

    def test_the_conditions_of_a_command_in_either_spelling
      words = %w[check dalli --ruby 3.3 --with jit=yjit,rtt=1ms --with=memcached=1.6.45]

      assert_equal %w[ruby=3.3 jit=yjit], CommandLine.conditions(words, %w[ruby jit python])
      assert_equal %w[memcached=1.6.45], CommandLine.conditions(words, %w[memcached])
      assert_equal %w[server=a:1,tls://b:2?ca=c ring=2],
                   CommandLine.conditions(%w[run --with server=a:1,tls://b:2?ca=c,jit=yjit --ring 2], %w[ring server])
    end
  end
end
