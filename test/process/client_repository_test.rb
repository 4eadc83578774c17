# frozen_string_literal: true

require "test_helper"
require "json"

# `gate` in a clone of a real client.
class GateInARepositoryTest < Minitest::Test
  include StealTime

  alone def test_a_commit_that_makes_get_dearer_is_stopped
    AClientRepository.open do |made|
      made.slow_down
      junit = File.join(made.dir, "gate.xml")
      result = Executable.run("gate", "--scenario", "client/get", "--base", "git:HEAD~1", "--for", "30s",
                              "--output", "junit=#{junit}", chdir: made.dir,
                              env: { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => "#{made.dir}/.state" })

      skip_if_steal_time(result.out)

      assert_equal 1, result.status, result.out + result.err
      assert_match(/regression: get costs more, and again with fresh processes/, result.out)
      assert_match(/<failure/, File.read(junit))
    end
  end
end

# `find` over the commits of a real client, stopped and gone on with.
class FindProcessTest < Minitest::Test
  def test_a_search_that_was_stopped_goes_on_and_names_the_commit
    AClientRepository.open do |made|
      made.slow_down
      record = stopped(made)
      pairs = lines(record, "pair")
      result = cachemark(made, "find", "--resume", record, "--format", "json")

      assert_equal 0, result.status, result.err
      found = JSON.parse(result.out)["found"]
      assert_equal ["client/get"], found.map { |one| one["scenario"] }
      assert made.git("rev-parse", "HEAD").start_with?(found.first["to"])
      assert_operator found.first["effect"], :>, 0.1
      assert_equal pairs, lines(record, "pair").first(pairs.size)
      assert_equal ["interrupted", "complete"], lines(record, "end").map { |line| line["outcome"] }
    end
  end

  private

  # The record of a search that was interrupted after its second pair.
  def stopped(made)
    state = File.join(made.dir, ".state")
    Dir.chdir(made.dir) do
      ARun.start("git:HEAD~1..HEAD", "--scenario", "client/get", command: "find") do |run|
        run.wait_until { run.lines("pair").size > 1 }
        run.signal("INT")

        assert_equal 130, run.finish
        assert_match(/interrupted/, run.out)
        FileUtils.mkdir_p(state)
        FileUtils.cp(run.record, File.join(state, "find.jsonl"))
      end
    end
    File.join(state, "find.jsonl")
  end

  def cachemark(made, *words)
    Executable.run(*words, chdir: made.dir,
                           env: { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => File.join(made.dir, ".state") })
  end

  def lines(record, name)
    File.readlines(record).map { |line| JSON.parse(line) }.select { |line| Cachemark::Record::Kinds.name(line) == name }
  end
end
