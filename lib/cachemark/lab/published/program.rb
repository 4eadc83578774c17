# frozen_string_literal: true

module Cachemark
  module Lab
    class Published
      # A published program as a process. It loads and proves its clients, and opens all cells if the program created its
      # clients at the start. If a client kills the process, the next one runs without it.
      class Program
        # `servers` are the addresses for the clients, if not those of the ring.
        #: (Plan::Program, task: Programs, engine: Engine, participants: Participants, ?servers: Array[String]?) -> void
        def initialize(plan, task:, engine:, participants:, servers: nil)
          @plan = plan
          @servers = servers
          @task = task
          @engine = engine
          @participants = participants
          @starts = 0
          @cells = task.cells.select { |cell| plan.serves?(cell) }.group_by { |cell| cell.contender.id }
        end

        # Whether the program made its clients at the start, and kept them.
        def kept? = @task.published["clients"] == "each contender"

        # Starts the process. If a client kills it, starts it again without that client.
        def start
          @cells.keys.each { |id| unbuilt(id) }
          launch until @session || @cells.empty?
        end

        # The cells of a contender that can run, and are not over.
        #: (String) -> Array[Plan::Cell]
        def cells(contender_id) = @cells.fetch(contender_id, [])

        # A request about a cell. Raises as Driver::Planned does.
        #: (String, Plan::Cell, Numeric, **Object) -> Hash[String, Object]
        def ask(type, cell, deadline_s, **fields)
          @session.request(type, { cell: cell.id, **fields }, deadline_s: deadline_s)
        end

        # The id of a client's part of the current process in the record.
        #: (String) -> String
        def process(contender_id) = "#{id}.#{contender_id}"

        # Opens a cell unless it is open. Returns false, and records it, if the client does not offer an operation.
        #: (Plan::Cell) -> bool
        def open(cell)
          return true if @open.include?(cell.id)

          opened = @session.request("open", open_fields(cell), deadline_s: ClientProcess::OPEN_S)
          return drop([cell], "unavailable", opened["reason"]) if opened["type"] == "not_offered"

          @open << cell.id
          true
        rescue Driver::Refused => error
          drop([cell], "failed", error.message)
        end

        # Ends a row: closes its cell, unless the program kept its clients.
        #: (Plan::Cell) -> void
        def finish(cell)
          forget(cell)
          return if kept?

          @open.delete(cell.id)
          ask("close", cell, REPLY_S)
        end

        # The row failed; the process continues.
        #: (Plan::Cell, String) -> void
        def mark_failed(cell, reason) = drop([cell], "failed", reason)

        # The row's work cannot be right.
        #: (Plan::Cell, String) -> void
        def mark_invalid(cell, reason) = drop([cell], "invalid", reason)

        # The process died in a call of a contender. That contender loses its other rows too; other contenders lose none.
        #: (String, Trouble) -> void
        def mark_lost(contender_id, error)
          @engine.servers.raise_if_lost
          drop(cells(contender_id), "failed", error.message)
          @session.kill
          @session = nil
          start
        end

        #: () -> void
        def close
          @session&.close
        rescue Trouble
          nil
        ensure
          @session = nil
        end

        private

        def id = [@plan.id, *(@starts if @starts > 1)].join(".")

        def unbuilt(contender_id)
          reason = @engine.unavailable(cells(contender_id).first) or return
          cells(contender_id).dup.each do |cell|
            @participants.drop_unbuilt(cell, reason)
            forget(cell)
          end
        end

        def launch
          @starts += 1
          @open = []
          @busy = nil
          @session = @engine.driver(@plan.contender)
          settle && each_member { |contender| load(contender) }
          each_member { |contender| cells(contender.id).dup.each { |cell| open(cell) } } if kept?
        rescue Driver::Lost => error
          @session&.kill
          @session = nil
          @engine.servers.raise_if_lost
          drop(@busy ? cells(@busy) : @cells.values.flatten, "failed", error.message)
        end

        def settle
          reason = @engine.settle(@session) or return true
          drop(@cells.values.flatten, "failed", "the driver #{reason}")
        end

        def each_member
          @plan.members.each do |contender|
            @busy = contender.id
            yield contender if @cells.key?(contender.id)
          end
        end

        def load(contender)
          fields = @engine.load_fields(contender, @plan.mode).merge(client: contender.id, shims: @plan.contender.shims)
          loaded = @session.request("load", fields, deadline_s: ClientProcess::LOAD_S)
          @engine.writer.add("process", process: process(contender.id), program: id, pid: @session.pid, contender: contender.id,
                                        generation: 0, runtime: @session.hello["runtime"],
                                        **loaded.slice("version", "file", "digest", "libraries").transform_keys(&:to_sym))
          @engine.wrong_files(contender, loaded)&.then { |reason| drop(cells(contender.id), "invalid", reason) }
        rescue Driver::Refused => error
          drop(cells(contender.id), "failed", error.message)
        end

        def open_fields(cell)
          form = @task.form(cell)
          @engine.open_fields(cell).merge(client: cell.contender.id, published: true, shared: kept?, servers: servers,
                                       scenario: @engine.wire(form))
        end

        # The published ring of two was one server with two names.
        def servers
          return @servers if @servers
          return @engine.ring.addresses if @task.server_names.empty?

          @task.server_names.map { |name| "#{name}:#{@engine.ring.servers.first.port}" }
        end

        def drop(cells, status, reason)
          cells.dup.each do |cell|
            @participants.drop(cell, status, reason)
            forget(cell)
          end
          false
        end

        def forget(cell)
          left = cells(cell.contender.id)
          left.delete(cell)
          @cells.delete(cell.contender.id) if left.empty?
        end
      end
    end
  end
end
