# frozen_string_literal: true

require "test_helper"

# A client that misbehaves costs its own row, with the reason, and no other.
class BadClientTest < Minitest::Test
  # The body of `get` => status and reason of the row.
  BAD = { "exit!(7)" => ["failed", /the driver ended with (exit code|status) 7/],
          "exit" => ["failed", /the driver (ended|exited)/],
          "Process.kill(:KILL, Process.pid); sleep" => ["failed", /SIGKILL/],
          "raise NoMemoryError, 'failed to allocate memory'" => ["failed", /failed to allocate memory/],
          "ObjectSpace.each_object(IO) { |io| io.puts('HELLO') if !io.closed? && io.fileno > 2 rescue nil }; super" =>
            ["failed", /the protocol does not allow: "HELLO"/],
          "raise 'in a bad mood' if @asked > 40; super" => ["failed", /in a bad mood/],
          "sleep if @asked > 40; super" => ["failed", /did not answer run within/],
          "raise 'in a bad mood'" => ["invalid", /wrong reply: get of k1 .* in a bad mood/],
          "super; 'nonsense'" => ["invalid", /wrong reply: get of k1 .* answered "nonsense"/],
          "super.tap { return [7] if @asked > 120 }" => ["invalid", /the last timed get of k\d answered \[7\]/],
          { "set" => "@asked = 0; super", "get" => "super.tap { return [7] if @asked.between?(20, 30) }" } =>
            ["invalid", /(wrong reply: get of k\d in iteration \d+|the last timed get of k\d) answered \[7\]/],
          "super; super" => ["invalid", /the server counted \d+ hits/] }.freeze
  HARMLESS = "puts 'hello'; system('echo hello') if @asked == 1; super"
  # Blocks that hang are given up after a while that no other block takes, however busy the machine is.
  SOON = "Cachemark::Lab::Block.send(:remove_const, :GRACE_S); Cachemark::Lab::Block::GRACE_S = 4"

  def test_each_bad_client_costs_its_own_row_alone
    SpoiltDalli.open(*BAD.keys, HARMLESS) do |*clients|
      result = run_soon(*clients, "socket", "--scenario", "client/get", "--format", "json", "--for", "600x")
      rows = JSON.parse(result.out).fetch("rows")

      assert_equal 3, result.status
      clients.zip(BAD.values) { |client, (status, reason)| assert_row(rows, client, status || "ok", reason || //) }
      assert_row(rows, "socket", "ok", //)
    end
  end

  def test_a_client_that_works_otherwise_when_it_is_warm_has_no_speed
    SpoiltDalli.open(SpoiltDalli.by_threes(after: 201)) do |by_threes|
      result = ARun.result(by_threes, "--scenario", "client/get", "--format", "json", "--for", "3000x")

      assert_equal 3, result.status, result.err
      rows = JSON.parse(result.out).fetch("rows")
      assert_row(rows, by_threes, "invalid", /(sent|got) \d+ bytes an iteration, through the proxy \d+/)
    end
  end

  private

  def assert_row(rows, contender, status, reason)
    row = rows.find { |one| one["contender"] == contender }

    assert_equal status, row["status"], row.inspect
    assert_match reason, row["reason"].to_s
    figures = row.values_at("wall_ns", "fastest_ns") # a row that a busy machine disturbed has no ratio
    assert_equal [status == "ok"] * 2, figures.map { |figure| !figure.nil? }, row.inspect
  end

  def run_soon(*arguments)
    Dir.mktmpdir do |folder|
      File.write("#{folder}/soon.rb", SOON)
      folders = $LOAD_PATH.flat_map { |path| ["-I", path] }
      program = [RbConfig.ruby, *folders, "-rcachemark", "-r#{folder}/soon.rb", "exe/cachemark"]
      ARun.result(*arguments, program: program) { |run| assert_empty run.left }
    end
  end
end
