# frozen_string_literal: true

# The rows of the classic documents as Stats::Rows: the costs from which a
# report must make the documents' own lines again.
module PublishedRows
  CALLS = 6
  FIXTURES = File.expand_path("../fixtures/classic", __dir__)
  ROW = /\A\s*(\S+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+\(\s*([\d.]+)\)\s*\z/

  module_function

  def document(number) = File.read("#{FIXTURES}/#{number}.txt")

  # Document 003's table; heading lines name the contenders.
  def sections(iterations: 100_000)
    rows("003", /\A=+ (\S+) =+\Z/, iterations) do |name, fields|
      { contender: name, section: name, client: "ruby/#{name}", **fields }
    end
  end

  # Documents 000 and 001; heading lines name version and Ruby.
  def versions(number, iterations: 2_500)
    rows(number, /\A *Testing (.*?)(?: with (ruby .*))?\Z/, iterations) do |version, fields, runtime|
      client = fields[:label].split(":").last
      { contender: "#{client}@#{version}", section: version, client: "ruby/#{client}", runtime: runtime, **fields }
    end
  end

  def table(rows, layout, iterations)
    run = { "suite" => { "layout" => layout }, "options" => { "iterations" => iterations } }
    Cachemark::Stats::Table.new(run: run, rows: rows, outcome: "complete")
  end

  def rows(number, heading, iterations)
    current = nil
    document(number).lines.filter_map do |line|
      current = Regexp.last_match.captures if line.match(heading)
      fields = row(line, iterations)
      fields && Cachemark::Stats::Row.new(scenario: "s", mode: "sync", status: "ok", **yield(current[0], fields, current[1]))
    end
  end

  def row(line, iterations)
    found = line.match(ROW) or return
    user, system, _total, real = found.captures.drop(1).map { |text| text.to_f * 1e9 / iterations / CALLS }
    { label: found[1], user_ns: user, system_ns: system, wall_ns: real, mean_ns: real, calls: CALLS, iterations: iterations }
  end
end
