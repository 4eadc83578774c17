# frozen_string_literal: true

module Cachemark
  module Stats
    # Groups a record's lines by cell, so that the lines of a cell are found at once, and decides whether they show its
    # speed.
    class Evidence
      # The reason of a cell that has no speed although nothing is wrong with it.
      UNMEASURED = Remark[:unmeasured]

      # Array[Hash]: the record's cells, in the order in which reports print them.
      attr_reader :cells

      # Hash: the record's first line.
      attr_reader :run

      # Integer: servers of the ring.
      attr_reader :servers

      #: (Record) -> void
      def initialize(record)
        @run = record.run
        @cells = record.cells
        @servers = record.run.dig("options", "servers") || 1
        @works = record.works.group_by { |work| work["cell"] }
        @warm_ups = record.warm_ups.group_by { |line| line["cell"] }
        @askings = record.askings.group_by { |line| line["cell"] }
        @networks = record.networks.group_by { |line| line["contender"] }
        @lacking = record.failures.select { |line| line["offered"] == false }.to_h { |line| line.values_at("cell", "reason") }
        @pools = record.pools.group_by { |line| line["cell"] }
        @stampedes = record.stampedes.to_h { |line| [line["cell"], line] }
        @in_flights = record.in_flights.to_h { |line| [line["cell"], line] }
        @without_stampede = record.events.select { |event| event["kind"] == "no_stampede" }
                                  .to_h { |event| event.values_at("cell", "message") }
        unobserved = record.events.select { |event| event["kind"] == "unobserved" }
        options = record.options.any? ? OptionEffects.of(record).rows : []
        @without_effect = options.select(&:no_effect?).group_by(&:contender)
        @unobserved = unobserved.to_h { |event| event.values_at("cell", "message") }
        @blocks = record.blocks.group_by { |block| block["cell"] }
        @proofs = record.proofs.group_by { |proof| proof["cell"] }
        @processes = record.processes.to_h { |process| [process["process"], process] }
        @contender_processes = record.processes.group_by { |process| process["contender"] }
        @failures = record.failures.each_with_index.with_object({}) do |(failure, at), first|
          first[failure["cell"] ? [:cell, failure["cell"]] : [:contender, failure["contender"]]] ||= [failure, at]
        end
        @environments = record.environments.to_h { |environment| [environment["contender"], environment] }
      end

      # The reason why there is nothing to compare: neither contender has the calls. nil if one of them has.
      #: (Hash) -> String?
      def lacking(comparison)
        reasons = comparison.values_at("baseline", "contender").map { |cell| @lacking[cell] }
        reasons.first if reasons.all?
      end

      # The timed blocks of a cell.
      #: (Hash) -> Array[Hash]
      def blocks(cell) = @blocks.fetch(cell["cell"], [])

      # The proofs of a cell, one for each process that served it.
      #: (Hash) -> Array[Hash]
      def proofs(cell) = @proofs.fetch(cell["cell"], [])

      # The waits for connections of a cell's pool, a line for each process.
      #: (Hash) -> Array[Hash]
      def pools(cell) = @pools.fetch(cell["cell"], [])

      # How long a cell's compiled code took to settle, over its processes, and its size; nil without a JIT compiler.
      #: (Hash) -> Hash[Symbol, Numeric?]?
      def warm_up(cell)
        lines = @warm_ups[cell["cell"]] or return
        seconds = lines.map { |line| line["seconds"] }
        { processes: lines.size, settled: lines.count { |line| line["settled"] }, median_s: Median.of(seconds),
          longest_s: seconds.max, compiled_bytes: lines.filter_map { |line| line["compiled_bytes"] }.max }.freeze
      end

      # The result of a cell's stampedes; nil if its scenario has none.
      #: (Hash) -> Stampede?
      def stampede(cell)
        return unless cell.dig("definition", "stampede")

        Stampede.of(cell, @stampedes[cell["cell"]], lack: @without_stampede[cell["cell"]])
      end

      # The proxy's observations of a cell, one for each iteration.
      #: (Hash) -> Array[Hash]
      def work(cell) = @works.fetch(cell["cell"], [])

      # How its calls with several keys ask several servers.
      #: (Hash) -> Array[Observation::Asking]
      def askings(cell) = @askings.fetch(cell["cell"], []).map { |line| Observation::Asking.of(line) }

      # How many of a cell's calls waited at once; nil if that was not examined.
      #: (Hash) -> Hash?
      def in_flight(cell) = @in_flights[cell["cell"]]

      # How many calls of a concurrent cell waited for their replies at the same time: {seen:, of:}; nil if that is unknown.
      #: (Hash) -> Hash[Symbol, Integer]?
      def calls_in_flight(cell)
        line = in_flight(cell)
        { seen: line["seen"], of: line["workers"] }.freeze if line && line["seen"]
      end

      # Why the proxy could not observe the work of a cell; nil if it could, or if it was not tried.
      #: (Hash) -> String?
      def unobserved(cell) = @unobserved[cell["cell"]]

      # The options of a cell's contender that were examined, and that changed nothing.
      #: (Hash) -> Array[OptionEffects::Row]
      def options_without_effect(cell) = @without_effect.fetch(cell["contender"], [])

      # The environment of a cell's contender; an empty Hash for one that could not be built.
      #: (Hash) -> Hash
      def environment(cell) = @environments.fetch(cell["contender"], {})

      # The versions and files that a process of the cell reported; an empty Hash before the first process.
      #: (Hash) -> Hash
      def process(cell)
        block = blocks(cell).first
        @processes[block && block["process"]] || @contender_processes.fetch(cell["contender"], [{}]).first
      end

      # The first failure that names the cell, or its whole contender; nil if none does.
      #: (Hash) -> Hash?
      def failure(cell)
        [@failures[[:cell, cell["cell"]]], @failures[[:contender, cell["contender"]]]].compact.min_by(&:last)&.first
      end

      # Whether a cell has a speed, and if not, why: [status, reason]. The reason is a Remark, or text from the record. A
      # wrong reply outranks everything that was timed. `measured`: whether there are results to show.
      #: (Hash, ?measured: bool) -> [String, (Remark | String)?]
      def status(cell, measured: blocks(cell).any?)
        return ["unavailable", cell["reason"]] if cell["status"] == "unavailable"

        failed(cell) || wrong_replies(cell) || differs_from_observation(cell) || (measured ? ["ok", nil] : ["failed", UNMEASURED])
      end

      # The facts of a cell that every row of every table has: its names, its heading, the versions that its process
      # reported, and whether it has a speed. The keys are those of Listing.
      #: (Hash, ?measured: bool) -> Hash[Symbol, Object]
      def head(cell, **measured)
        status, reason = status(cell, **measured)
        { **%i[contender notation client scenario mode section calls].to_h { |name| [name, cell[name.to_s]] },
          label: cell["label"] || "#{cell["contender"]}:#{cell["scenario"]}", shown: cell.fetch("shown", true),
          status: status, reason: reason, reached: reason != UNMEASURED,
          network: Connections::Networks.of(cell, @networks.fetch(cell["contender"], [])),
          **origin(process(cell), environment(cell)) }
      end

      # The version of the memcached that a cell was measured on; nil before the first process.
      #: (Hash) -> String?
      def server_version(cell)
        version = process(cell).dig("server", "version") if cell["endpoint"]
        version || Evidence.version_of(@run["server"] || {}, nil)
      end

      # The version of a server that a contender names, or of the run's, from the record's facts about servers.
      #: (Hash, String?) -> String?
      def self.version_of(servers, named)
        named ? servers.dig("contenders", named, "version") : servers["version"]&.split(", ")&.first
      end

      private

      def origin(process, environment)
        { version: process["version"], runtime: process["runtime"] || environment.dig("runtime", "description"),
          server: process["server"], file: process["file"], digest: process["digest"], versions: environment["gems"] || {} }
      end

      def failed(cell)
        failure = failure(cell)
        [failure["status"], Remark.read(failure["reason"])] if failure
      end

      def wrong_replies(cell)
        wrong = proofs(cell).find { |proof| !proof["ok"] }
        ["invalid", wrong["reason"] || Remark[:unexpected_replies]] if wrong
      end

      def differs_from_observation(cell)
        departure = TimedTraffic.departure(cell, blocks(cell), work(cell))
        ["invalid", departure] if departure
      end

      # Compares the bytes that servers counted while a cell was timed with the bytes that the proxy saw in one iteration. A
      # client that behaves differently while it is timed is not the one that its proofs and its work describe.
      module TimedTraffic
        # The share of the bytes that may differ: a time of day is stored with a varying number of digits.
        SHARE = 0.05
        # Bytes by which a number that a server increments may differ: a counter, or a value's version.
        NUMBER = 10
        # Bytes of a block that may belong to another connection: the one that reads the counters.
        BLOCK = 64
        # [the server's counter, the proxy's counter, what the calls did, commands with such a number].
        WAYS = [["server_bytes_in", "bytes_out", :sent, /\Acas\z/],
                ["server_bytes_out", "bytes_in", :got, /\A(incr|decr|gets|gats|m[a-z])\z/]].freeze
        private_constant :SHARE, :NUMBER, :BLOCK, :WAYS

        class << self
          # A remark about the difference, or nil. It is also nil in these cases:
          #
          # - One of the two is not on record.
          # - A local cache may answer any number of calls.
          # - The proxy saw the first of a user's pairs, which may be the longest.
          # - Keys of one call are on several servers. Clients spread keys by addresses, and those of the proxies are others.
          #
          # Each process is judged separately.
          #: (Hash, Array[Hash], Array[Hash]) -> Remark?
          def departure(cell, blocks, works)
            return if works.size < 2 || cell.dig("definition", "wrap") || cell.dig("definition", "pairs", "file")
            return if works.first["servers"] && Observation::Definition.new(cell["definition"]).multi?

            blocks = blocks.map { |block| block.merge("iterations" => block["iterations"] * share(cell, works.first)) }
            workers = works.first["iterations"] || 1
            passes = works.minmax_by { |work| work["pass"] }.map { |work| Observation::WireWork.per_iteration(work) }
            processes = blocks.select { |block| block["server_bytes_in"] }.group_by { |block| block["process"] }.values
            processes.each { |own| WAYS.each { |way| (found = differing(own, way, *passes, workers)) && (return found) } }
            nil
          end

          private

          # How many iterations over the proxy's pairs one iteration over all pairs is.
          def share(cell, work) = work["pairs"] ? cell.dig("definition", "pairs", "count") / work["pairs"].to_r : 1

          # A block begins with an iteration (of each worker) that may be like the first that the proxy saw. In an open loop
          # it ends with iterations that workers have not finished (`spare`).
          def differing(blocks, (server, proxy, way, numbered), first, warm, workers)
            iterations = blocks.sum { |block| block["iterations"] }
            timed = blocks.sum { |block| block[server] }.fdiv(iterations)
            seen = warm[proxy]
            one_off_bytes = (BLOCK + ((first[proxy] - seen).abs * workers)) * blocks.size.fdiv(iterations)
            one_off_bytes += seen * blocks.sum { |block| block["spare"] || 0 }.fdiv(iterations)
            return if (timed - seen).abs <= (seen * SHARE) + numbers(warm, numbered) + one_off_bytes

            Remark[:departure, way: way, timed: timed.round, seen: seen]
          end

          def numbers(work, numbered)
            commands = (work["commands"] || []).select { |command| command["name"].match?(numbered) }
            commands.sum { |command| command["count"] } * NUMBER
          end
        end
      end
    end
  end
end
