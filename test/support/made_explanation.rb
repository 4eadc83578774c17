# frozen_string_literal: true

# Records of `explain` made by hand. `sites` are those of a look: {look => [baseline's processes, contender's processes]}, each
# process a list of sites.
module MadeExplanation
  CALLS = 100
  NAMES = %w[dalli@3.0.4 dalli@3.0.5].freeze

  class << self
    # A site with a count per call.
    def site(name, count, place: "lib/a.rb:1", text: "def a", bytes: nil)
      { "name" => name, "place" => place, "text" => text, "count" => count * CALLS, "bytes" => bytes && (bytes * CALLS) }.compact
    end

    #: (?sites: Hash, ?more: Array[Hash], **Object) -> Cachemark::Stats::Explanation
    def of(**made) = Cachemark::Stats::Explanation.of(record(**made))

    def record(sites: {}, more: [], path: nil, **options)
      lines = [{ "type" => "run", "command" => "explain", "argv" => ["explain", *NAMES], "version" => "0.1.0",
                 "options" => options.transform_keys(&:to_s) },
               *NAMES.each_with_index.map { |name, at| cell(name, at) },
               *sites.flat_map { |look, sides| sides.each_with_index.flat_map { |processes, at| lines(look, processes, at) } },
               *more, { "type" => "end", "outcome" => "complete" }]
      Cachemark::Record.from_lines(lines, path: path)
    end

    # The lines of the proxy and of strace about both. `writes` are a count for each, or a list of one for each process.
    def traffic(writes:, round_trips:)
      writes.each_with_index.flat_map do |counts, at|
        Array(counts).map do |count|
          { **Line["count"], "look" => "traffic", "cell" => "c#{at + 1}", "metric" => "writes", "value" => count * CALLS,
            "calls" => CALLS }
        end
      end + round_trips.each_with_index.map do |count, at|
        { **Line["work"], "cell" => "c#{at + 1}", "pass" => 2, "iterations" => 1, "round_trips" => count * 3, "bytes_out" => 30,
          "bytes_in" => 60 }
      end
    end

    def unexplained(look)
      { "type" => "event", "kind" => "unexplained", "look" => look, "message" => "there is no valgrind here",
        "try" => "install the Debian package valgrind" }
    end

    # Each kind of look once.
    def whole
      of(sites: { "calls" => [[[site("A#get", 1)]] * 2, [[site("A#get", 3), site("A#more", 0.5, place: "lib/b.rb:7")]] * 2],
                  "allocations" => [[[site("Array in A#get", 2, bytes: 80)]] * 2, [[site("Array in A#get", 1, bytes: 40)]] * 2],
                  "lines" => [[[site("A#get", 1, text: "old")]] * 2, [[site("A#get", 1, text: "new")]] * 2],
                  "instructions" => [[[site("f", 1000, place: "a.so", text: nil)]] * 2,
                                     [[site("f", 1200, place: "a.so", text: nil)]] * 2] },
         more: traffic(writes: [1, 2], round_trips: [1, 1]))
    end

    private

    def cell(name, at)
      { "type" => "cell", "cell" => "c#{at + 1}", "contender" => name, "scenario" => "client/get", "mode" => "sync",
        "calls" => 3 }
    end

    def lines(look, processes, at)
      processes.each_with_index.map do |sites, number|
        { **Line["trace"], "look" => look, "cell" => "c#{at + 1}", "process" => "p#{at}.#{number}", "calls" => CALLS,
          "sites" => sites }
      end
    end
  end
end
