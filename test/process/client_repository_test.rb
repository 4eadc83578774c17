# frozen_string_literal: true

require "test_helper"
require "json"

# Commands in the repository of a real client.
class ClientRepositoryTest < Minitest::Test
  def setup
    @state = Dir.mktmpdir("cachemark-state")
    @made = AClientRepository.slower
  end

  def teardown = FileUtils.remove_entry(@state)

  # CompareProcessTest has a slowdown.
  def test_gate_stops_a_commit_that_makes_get_allocate_more
    junit = File.join(@state, "gate.xml")
    result = cachemark("gate", "--scenario", "client/get", "--base", "git:HEAD~1", "--metric", "allocations", "--for", "1s",
                       "--output", "junit=#{junit}")

    assert_equal 1, result.status, result.out + result.err
    assert_match(/regression: get /, result.out)
    assert_match(/<failure/, File.read(junit))
  end

  def test_a_search_that_was_stopped_goes_on_and_names_the_commit
    record = stopped
    counts = lines(record, "count")
    result = cachemark("find", "--resume", record, "--format", "json")

    assert_equal 0, result.status, result.err
    found = JSON.parse(result.out)["found"]
    assert_equal ["client/get"], found.map { |one| one["scenario"] }
    assert @made.git("rev-parse", "HEAD").start_with?(found.first["to"])
    assert_operator found.first["effect"], :>, 0.1
    assert_equal counts, lines(record, "count").first(counts.size)
    assert_equal ["interrupted", "complete"], lines(record, "end").map { |line| line["outcome"] }
  end

  private

  # The record of a search that was interrupted after its second pair of processes.
  def stopped
    Dir.chdir(@made.dir) do
      ARun.start("git:HEAD~1..HEAD", "--scenario", "client/get", "--metric", "allocations", command: "find") do |run|
        run.wait_until { run.lines("count").size > 3 }
        run.signal("INT")

        assert_equal 130, run.finish
        assert_match(/interrupted/, run.out)
        FileUtils.cp(run.record, File.join(@state, "find.jsonl"))
      end
    end
    File.join(@state, "find.jsonl")
  end

  def cachemark(*words)
    Executable.run(*words, chdir: @made.dir, env: { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => @state })
  end

  def lines(record, name)
    File.readlines(record).map { |line| JSON.parse(line) }.select { |line| Cachemark::Record::Kinds.name(line) == name }
  end
end
