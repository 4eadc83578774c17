# frozen_string_literal: true

module Cachemark
  module Lab
    # The entry point to the published programs that `--suite as-published` runs, and their loop. Rows run once, in the published
    # order, one pass each; no reply is checked. The suite's `as_published` says how many processes there were, when a client
    # was created, and when the server was flushed. A footnote reports work that differs from a row's label.
    class Published < Loop
      # A pass is timed in pieces of this many ns, so that it can be watched and stopped.
      PIECE_NS = 200_000_000
      # Seconds after which a piece counts as hung.
      PIECE_S = 60
      # Seconds after which any other request counts as hung.
      REPLY_S = 15

      # The programs of a task and their server. `published` are the suite's facts about them.
      module Programs
        include Loop::Task
        # The programs, in their order.
        def programs
          return Plan::Program.of_modes(cells) if published["processes"] == "each mode"

          Plan::Program.of(contenders, share: published["processes"] == "one")
        end

        # The names of their server; none if they used its address.
        def server_names = published.fetch("addresses", [])

        # One server, with the published arguments.
        def ring = { count: 1, connections: 0, arguments: published["memcached"], terminal: published["terminal"] }

        # The scenario of a cell as the program ran it.
        #: (Plan::Cell) -> Catalog::Scenario
        def form(cell) = cell.scenario.as_published(cell.contender.id, layout: published["layout"])
      end

      # iterations: Integer of each row. latencies: whether each call is timed.
      Task = Value.define(:seed, :published, :iterations, loop: self, **SHARED, latencies: false) do
        include Programs
        def options = to_h.slice(:iterations, :latencies)
      end

      private

      def close = @programs&.each_value(&:close)

      # Every program runs before the first row; the rows are in the order of their contenders and modes.
      def perform
        @programs = {}
        @task.programs.each { |plan| begin_program(plan) }
        @task.cells.uniq(&:lane).each do |cell|
          break if @stop.requested?

          run_client(@programs.fetch(cell.lane), cell.contender)
        end
      end

      def begin_program(plan)
        return if @stop.requested?

        program = Program.new(plan, task: @task, engine: @engine, participants: @participants, servers: servers)
        @task.cells.each { |cell| @programs[cell.lane] = program if plan.serves?(cell) }
        program.start
      end

      # Array[String]: the addresses for the clients; nil for the program's own servers.
      def servers = nil

      # All rows of one client, then its flush.
      def run_client(program, contender)
        rows(program, contender)
        @engine.servers.flush if @task.published["flush"] == "after each contender"
      end

      def rows(program, contender)
        prepare(program, contender) if program.kept?
        program.cells(contender.id).dup.each do |cell|
          break if @stop.requested?

          @live.notify(:cell, cell: cell)
          row(program, cell)
          show
        end
      rescue Driver::Lost => error
        program.mark_lost(contender.id, error)
      end

      def show = @live.notify(:round, number: 0, generation: 0, rows: -> { Stats::Table.of(@writer.record).shown })

      # Makes the writes that the program made before a client's rows, once however many rows read them.
      def prepare(program, contender)
        cells = program.cells(contender.id).reject { |cell| form(cell).prelude.empty? }
        cells.uniq { |cell| form(cell).to_wire.values_at("keys", "prelude") }.each { |cell| prelude(program, cell) }
      end

      def prelude(program, cell)
        program.ask("prepare", cell, REPLY_S)
      rescue Driver::Refused => error
        program.mark_failed(cell, error.message)
      end

      def row(program, cell)
        return unless program.open(cell)

        program.ask("prepare", cell, REPLY_S) unless program.kept? || form(cell).prelude.empty?
        run(program, cell)
        program.finish(cell)
      rescue Driver::Refused => error
        program.mark_failed(cell, error.message)
      end

      def form(cell) = @task.form(cell)

      def run(program, cell)
        before = @engine.servers.counters
        done = pass(program, cell)
        note(program, cell, done, @engine.servers.counters - before) if done.positive?
      end

      # Runs the iterations of a row, one after the other; returns their number.
      def pass(program, cell)
        done = 0
        latencies = @task.latencies || cell.latencies?
        cost_ns = 1_000_000.0
        while done < @task.iterations && !@stop.requested?
          piece_ns = done.zero? ? Plan::Pace::BLOCK_NS : PIECE_NS
          count = Plan::Pace.iterations(cost_ns, block_ns: piece_ns).clamp(1, @task.iterations - done)
          reply = program.ask("block", cell, PIECE_S, iterations: count, batch: count, latencies: latencies)
          cost_ns = reply["wall_ns"].fdiv(count)
          @writer.add("block", { cell: cell.id, process: program.process(cell.contender.id), generation: 0, round: 0,
                                 at_s: @clock.call.round(4) }.merge(Block.kept(reply)))
          done += count
        end
        done
      end

      # Records the work of the server in an iteration, and how it differs from the label.
      def note(program, cell, iterations, counted)
        each = Plan::Work.of(counted.to_a.map { |count| share(count, iterations) })
        texts = [*form(cell).published_notes, *shared(cell), difference(Plan::Model.of(cell.scenario).most.last, each)].compact
        @writer.add("proof", cell: cell.id, process: program.process(cell.contender.id), ok: true, hits: each.hits,
                             misses: each.misses, footnotes: texts)
      end

      def shared(cell) = Vocabulary::Mode.of(cell.mode).shared ? ["as published: its workers share one client"] : []

      # An Integer if it is whole, else rounded to two digits.
      def share(count, iterations)
        share = count.fdiv(iterations).round(2)
        share == share.to_i ? share.to_i : share
      end

      def difference(expected, each)
        names = expected.differing(each)
        return if names.empty?

        "as published: per iteration the server counted #{each.in_words(names)}, " \
          "where the label describes #{expected.in_words(names)}"
      end

      # The loop of `work --suite as-published`: the published programs through a proxy, from their first connection on, with two
      # iterations of each row.
      class Proxied < Published
        # Each row has two iterations.
        Task = Value.define(:seed, :published, loop: self, **SHARED) { include Programs }

        # With many pairs, only as many as a proxy passes on quickly.
        #: (**Object) -> void
        def initialize(**)
          super
          @task = @task.with(cells: @task.cells.map { |cell| WireLook.sample(cell) })
        end

        private

        # Clients close their connections while the proxies still run.
        def perform
          WireLook::Proxies.open(@engine, names: @task.server_names) do |proxies|
            @proxies = proxies
            @iteration = WireLook::ObservedIteration.new(@engine, proxies, watch: Work::WATCH)
            super
          ensure
            close
          end
        end

        def servers = @proxies.addresses

        # No table of speeds is shown.
        def show = nil

        def run(program, cell)
          tally = WireLook::Tally.new(form(cell), workers: cell.worker_keys)
          reasons = [1, 2].map do |number|
            @iteration.call(cell, tally, { process: program.process(cell.contender.id), pass: number }) do |fields|
              program.ask("block", cell, PIECE_S, **fields)
            end
          end
          reasons.compact.first&.then { |reason| program.mark_invalid(cell, reason) }
        end
      end

      # `--suite as-published`: the suite as it was published, and the options that contradict it.
      class Request
        # Options that the published program sets itself, and why.
        TAKEN = {
          for_s: ["--for TIME", "each row runs once, its whole count of iterations"],
          until: ["--for SHARE", "each row runs once, without an interval"],
          server: ["--with server", "the published servers are private ones"],
          servers: ["--with ring", "the suite says which servers there were"],
          modes: ["--with mode", "the suite says how calls were made"]
        }.freeze

        # Raises Usage for the first option that cannot be combined with it.
        #: (Hash[Symbol, Object], Catalog) -> void
        def initialize(options, catalog)
          taken = TAKEN.keys.find { |key| options[key] }
          raise Usage.new("--suite as-published and #{TAKEN[taken].join(" cannot be combined: ")}", try: remedy(taken)) if taken

          @catalog = catalog
          @iterations = options[:iterations]
        end

        # The suite with the versions of its time. Raises Usage for a suite that was not published.
        #: (Catalog::Suite) -> Catalog::Suite
        def suite(given)
          suite = given.as_published["suite"] ? @catalog.suite(given.as_published["suite"]) : given
          return in_their_form(suite) if suite.published.any?

          raise Usage.new("--suite as-published: no rows of #{given.title} were published",
                          try: "--suite #{suites.join(" or --suite ")}")
        end

        # The entry of that id as the documents print it, or nil.
        #: (Catalog::Suite, String) -> Catalog::Suite::Entry?
        def entry(suite, id) = suite.published.find { |entry| entry.id == id }

        # The facts about the suite for the record, in addition to its other facts.
        #: (Catalog::Suite) -> Hash[String, Object]
        def facts(suite) = { "published" => true, "notes" => suite.as_published.fetch("notes", []) }

        # The facts about the programs.
        #: (Catalog::Suite) -> Hash[String, Object]
        def programs(suite) = suite.as_published.merge("layout" => suite.layout)

        # The iterations of each row: the user's number, or the published one.
        #: (Catalog::Suite) -> Integer
        def iterations(suite) = @iterations || suite.as_published.fetch("iterations", suite.iterations)

        private

        # Some entries were different contenders at that time, or had different modes.
        def in_their_form(suite)
          suite.with(contenders: suite.contenders.map { |contender| entry(suite, contender.id) || contender })
        end

        def remedy(taken)
          %i[for_s until].include?(taken) ? "use --for Nx for a shorter run" : "remove one of them"
        end

        def suites = @catalog.suites.values.select { |suite| suite.as_published.any? }.map(&:id)
      end
    end
  end
end
