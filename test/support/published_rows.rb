# frozen_string_literal: true

# The rows of the classic documents as Stats::Rows: the costs from which a
# report must make the documents' own lines again.
module PublishedRows
  CALLS = 6
  FIXTURES = File.expand_path("../fixtures/classic", __dir__)
  # Document 002: its tables of gets tell the rate of the sets.
  GEVENT = /\A    (\S+) +([\d.]+) +([\d.]+) +[\d.]+ +[\d.]+ +([\d.]+) +\z/
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

  # Document 002's rows: elapsed and max as printed, but of a set what its rate says, which has more digits.
  def gevent
    library = name = nil
    document("002").lines(chomp: true).filter_map do |line|
      library, name = Regexp.last_match.captures if line.match(/\A### (\S+) (\S+) \(25000 keys\)/)
      label, elapsed, rate, max = line.match(GEVENT)&.captures
      label && gevent_row(library, name, label, name == "set" ? 25_000 / rate.to_f : elapsed.to_f, max.to_f)
    end
  end

  def gevent_row(library, name, label, elapsed_s, max_s)
    latencies = { count: 25_000, min_ns: 20_000, mean_ns: elapsed_s * 1e9 / 25_000, max_ns: (max_s * 1e9).round }
    Cachemark::Stats::Row.new(contender: library, section: library, client: "python/#{library}", label: name,
                              scenario: "client/#{name}-pairs", mode: label.sub("-0", "-"), status: "ok", calls: 25_000,
                              processes: 6, pass_ns: elapsed_s * 1e9, latencies: latencies)
  end

  # The table of these rows.
  def gevent_table(rows = gevent, published: false, **members)
    suite = { "layout" => "gevent", "published" => published }
    run = { "suite" => suite, "started_at" => "2026-11-22T03:00:00Z" }
    Cachemark::Stats::Table.new(run: run, rows: rows, outcome: "complete", **members)
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
