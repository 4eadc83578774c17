# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run --as-published`: what the published programs did. Every
    # client is loaded into one process where their gems allow it; rows run once,
    # in the published order, one pass each; nothing is flushed between the rows of
    # a client, no reply is checked. What departs from a row's label is a footnote.
    class Published
      # A pass is told in pieces of this many ns, so that it can be watched and stopped.
      PIECE_NS = 200_000_000
      # Seconds after which a piece hangs.
      PIECE_S = 60

      #: (job: Job, rig: Rig, writer: Record::Writer, live: Live, stop: Stop, clock: #call) -> void
      def initialize(job:, rig:, writer:, live:, stop:, clock:)
        @job = job
        @rig = rig
        @writer = writer
        @live = live
        @stop = stop
        @clock = clock
        @cells = job.cells.group_by { |cell| cell.contender.id }
        @over = {}
      end

      # Answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        @stop.interruptible { programs }
        @stop.requested? ? "interrupted" : "complete"
      rescue Trouble => error
        @writer.add("event", kind: "stopped", message: error.message, at_s: @clock.call)
        "stopped early"
      end

      private

      def programs
        Plan::Program.of(@job.contenders).each do |program|
          break if @stop.requested?

          run(program)
        end
      end

      def run(program)
        members = program.members.reject { |member| refused?(member) }
        return if members.empty?

        session = @rig.driver(program.contender)
        @rig.settle(session.pid)
        ready = members.select { |member| load(session, program, member) }
        ready.each { |member| rows(session, member) }
      rescue Driver::Crash, Driver::Hang, Driver::Garbage => error
        members.each { |member| fail_all(member, error.message) }
      ensure
        session&.close
      end

      def refused?(member)
        reason = @rig.unavailable(member)
        @cells[member.id].each { |cell| fail_cell(cell, "unavailable", reason) } if reason
        !reason.nil?
      end

      def load(session, program, member)
        fields = @rig.load_fields(member).merge(client: member.id, shims: program.contender.shims)
        loaded = session.request("load", fields, deadline_s: Crew::LOAD_S)
        @writer.add("process", process: member.id, contender: member.id, generation: 0, runtime: session.hello["runtime"],
                               **loaded.slice("version", "file", "digest", "libraries").transform_keys(&:to_sym))
        true
      rescue Driver::Refused => error
        fail_all(member, error.message)
        false
      end

      # All rows of one client, then its flush.
      def rows(session, contender)
        @cells[contender.id].each do |cell|
          return if @stop.requested?

          @live.tell(:cell, cell: cell)
          row(session, cell)
          @over[cell.id] = true
          @live.tell(:round, number: 0, generation: 0, rows: -> { Stats::Table.of(@writer.record).shown })
        end
        @rig.flush
      end

      def row(session, cell)
        opened = session.request("open", open_fields(cell), deadline_s: Proving::OPEN_S)
        return fail_cell(cell, "unavailable", opened["reason"]) if opened["type"] == "not_offered"

        session.request("prepare", { cell: cell.id }, deadline_s: Trial::GRACE_S)
        before = @rig.counters
        done = pass(session, cell)
        note(cell, done, @rig.counters.zip(before).map { |after, earlier| after - earlier })
        session.request("close", { cell: cell.id }, deadline_s: Trial::GRACE_S)
      rescue Driver::Refused => error
        fail_cell(cell, "failed", error.message)
      end

      def open_fields(cell)
        form = cell.scenario.as_published(cell.contender.id, layout: @job.published["layout"])
        @rig.open_fields(cell).merge(client: cell.contender.id, published: true, servers: servers, scenario: form.to_wire)
      end

      # The published ring of two was one server under two names.
      def servers
        return @rig.ring.addresses if @job.server_names.empty?

        @job.server_names.map { |name| "#{name}:#{@rig.ring.servers.first.port}" }
      end

      # The iterations of a row, one after the other; answers how many were made.
      def pass(session, cell)
        done = 0
        cost_ns = 1_000_000.0
        while done < @job.iterations && !@stop.requested?
          piece_ns = done.zero? ? Plan::Pace::BLOCK_NS : PIECE_NS
          count = Plan::Pace.iterations(cost_ns, block_ns: piece_ns).clamp(1, @job.iterations - done)
          fields = { cell: cell.id, iterations: count, batch: count, latencies: @job.latencies }
          reply = session.request("block", fields, deadline_s: PIECE_S)
          cost_ns = reply["wall_ns"].fdiv(count)
          @writer.add("block", { cell: cell.id, process: cell.contender.id, generation: 0, round: 0, at_s: @clock.call.round(4) }
                               .merge(Trial.kept(reply)))
          done += count
        end
        done
      end

      # Reads per iteration as the server counted them, beside what the label says.
      def note(cell, iterations, counted)
        hits, misses = counted.map { |count| (count / [iterations, 1].max.to_f).round(2) }
        model = Plan::Model.of(cell.scenario)
        expected = [model.server_hits.last, model.server_misses.last]
        texts = cell.scenario.published_notes.dup
        if expected != [hits, misses]
          texts << format("as published: the server counted %g hits and %g misses per iteration, " \
                          "where the label describes %d and %d", hits, misses, *expected)
        end
        @writer.add("proof", cell: cell.id, process: cell.contender.id, ok: true, hits: hits, misses: misses, footnotes: texts)
      end

      # Rows that are over stay what they are.
      def fail_all(member, reason)
        @cells[member.id].each { |cell| fail_cell(cell, "failed", reason) unless @over[cell.id] }
      end

      def fail_cell(cell, status, reason)
        reason = reason.lines.map(&:strip).join("; ")
        @writer.add("failure", cell: cell.id, contender: cell.contender.id, status: status, reason: reason)
        @live.tell(:failure, cell: cell, status: status, reason: reason)
      end
    end
  end
end
