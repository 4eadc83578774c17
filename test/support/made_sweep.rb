# frozen_string_literal: true

# Records made by hand of a run that swept sizes, and numbers of keys: socket (hidden), dalli and pymemcache at each point.
module MadeSweep
  SIZES = %w[100 10k 1M].freeze
  CONTENDERS = { "socket" => 1, "dalli" => 2, "pymemcache" => 1.5 }.freeze

  class << self
    # A Stats::Table, with its sentences as text. `keys` are the values of a second dimension.
    #: (**Object) -> Stats::Table
    def table(**options) = Cachemark::Report::Sentences.in(Cachemark::Stats::Table.of(of(**options)))

    # A Record. The rows of `without` have no blocks.
    #: (?sizes: Array[String], ?keys: Array[String], ?without: Array[String], **Object) -> Record
    def of(sizes: SIZES, keys: [], without: [], **run)
      points = sizes.product(keys.empty? ? [nil] : keys).map do |size, count|
        ["size=#{size}", *("keys=#{count}" if count)].join(",")
      end
      lines = points.each_with_index.flat_map { |point, at| at_point(point, at, without) }
      ending = { "type" => "end", "outcome" => "complete" }
      Cachemark::Record.from_lines([header(sizes, keys, run), *environments, *lines, ending])
    end

    private

    def header(sizes, keys, run)
      sweeps = [["size", sizes], ["keys", keys]].reject { |_, values| values.empty? }
      facts = sweeps.map { |name, values| { "names" => [name], "values" => values } }
      MadeRecord.lines(run: { "options" => { "sweeps" => facts }, **run }).first
    end

    def environments = MadeRecord.lines(contenders: %w[dalli pymemcache]).select { |line| line["type"] == "environment" }

    # The cost of a call grows with the number of the point.
    def at_point(point, at, without)
      lines = MadeRecord.lines(contenders: %w[dalli pymemcache]) { |contender| 1_000 * CONTENDERS.fetch(contender) * (10**at) }
      lines = lines.reject { |line| %w[run environment end].include?(line["type"]) }
      lines.map { |line| moved(line, point, at) }.reject { |line| line["of"] == "block" && without.include?(line["cell"]) }
    end

    def moved(line, point, at)
      moved = line.slice("cell", "process").transform_values { |id| "#{id}-#{at}" }
      moved.update("scenario" => "client/get,#{point}", "label" => "#{line["contender"]}:get,#{point}") if line["type"] == "cell"
      line.merge(moved)
    end
  end
end
