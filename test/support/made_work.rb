# frozen_string_literal: true

require "json"

# Records of work made by hand: rows of real scenarios whose traffic is what the test says.
#
#   MadeWork.record(MadeWork.row("dalli", "client/set", [MadeWork.command("set", ttls: [604_800])]))
module MadeWork
  CATALOG = Cachemark::Catalog.load
  DEFAULTS = { quiet: 0, hits: 0, misses: 0, refused: 0, ttls: [], flags: [], value_bytes: [], encodings: [] }.freeze

  module_function

  # A command as the record has it.
  def command(does, count: 3, keys: count, name: does, protocol: "text", **fields)
    plain({ name: name, does: does, protocol: protocol, count: count, keys: keys, **DEFAULTS, **fields })
  end

  # The lines of one row: its cell, its process, and what the proxy saw in both passes; `first` is
  # what was other in the first.
  def row(contender, scenario, commands, cell: {}, first: {}, digest: "digest of #{contender}", **seen)
    found = CATALOG.scenario(scenario)
    id = "#{contender} #{scenario}"
    lines = [1, 2].map do |pass|
      line = plain({ cell: id, process: "g0.#{contender}", pass: pass, iterations: 1, **figures(commands, found), **seen })
      { **Line["work"], **(pass == 1 ? line.merge(first) : line) }
    end
    [cell(id, contender, found).merge(cell), process(contender, digest), *lines]
  end

  def record(*rows, run: {}, ending: { "outcome" => "complete" })
    header = MadeRecord.lines(contenders: [], processes: 0, ending: nil).first.merge("command" => "work", **run)
    Cachemark::Record.from_lines([header, *rows.flatten(1).uniq, *([{ "type" => "end", **ending }] if ending)])
  end

  def cell(id, contender, scenario)
    { "type" => "cell", "cell" => id, "contender" => contender, "notation" => "#{contender}@1.0",
      "client" => "ruby/#{contender}", "scenario" => scenario.id, "mode" => "sync", "section" => contender, "shown" => true,
      "label" => "#{contender}:#{scenario.label}", "calls" => scenario.calls, "status" => "ready", "footnotes" => [],
      "definition" => plain(scenario.to_record) }
  end

  def process(contender, digest)
    { "type" => "process", "process" => "g0.#{contender}", "contender" => contender, "runtime" => "ruby 3.1.2",
      "version" => "1.0", "file" => "/gems/#{contender}.rb", "digest" => digest }
  end

  def figures(commands, scenario)
    expected = Cachemark::Plan::Model.of(scenario).most.last.to_h
    { round_trips: commands.sum { |command| command["count"] }, bytes_out: 300, bytes_in: 30, connections: 0,
      hits: commands.sum { |command| command["hits"] }, misses: commands.sum { |one| one["does"] == "get" ? one["misses"] : 0 },
      errors: 0, error_texts: [], garbled: [], commands: commands, strangers: [], key_bytes: {}, names: [], reason: nil,
      expected: expected, exceptions: {}, locks: 0 }
  end

  # As a record's file gives it back.
  def plain(value) = JSON.parse(JSON.generate(value))
end
