# frozen_string_literal: true

module Cachemark
  module Lab
    # The work of a measurement beforehand, computed without a server or a client. Nothing is installed for it.
    #
    # - `rows`: Array[Row]. `hosts`: the number of hosts that would measure them, nil for this machine alone.
    # - `seconds`: how long it would measure, without the builds before; nil if that depends on what it finds.
    # - `needs`: Array[Need]. Servers of the user are none of them.
    Preview = Value.define(:command, :rows, :seconds, :needs, hosts: nil)

    # Its parts, and how they follow from a task.
    class Preview
      # A contender with what is done with it ("client/get", "397 cases", "compress=on"), and its mode.
      Row = Value.define(:contender, :what, mode: nil)

      # A memcached or the environment of a contender, which must be there before. `state` is "ready", "missing" (it would be
      # downloaded or built), or "impossible", with the `reason`.
      Need = Value.define(:name, :state, reason: nil)

      class << self
        # `builder` and `servers` install nothing; `servers` is nil if the user has servers.
        #: (String, Loop::Task, builder: Env::Builder, servers: Env::Servers?, ?hosts: Integer?) -> Preview
        def of(command, task, builder:, servers:, hosts: nil)
          rows = task.rows.map { |contender, what, mode| Row.new(contender: contender, what: what, mode: mode) }
          new(command: command, rows: rows, seconds: task.seconds, hosts: hosts,
              needs: [*(programs(task, servers) if servers), *environments(task, builder)])
        end

        private

        def environments(task, builder)
          builder.ready(task.previewed).map do |id, ready|
            next Need.new(name: id, state: "impossible", reason: ready.reason) if ready.is_a?(Env::Unavailable)

            Need.new(name: id, state: ready ? "ready" : "missing")
          end
        end

        def programs(task, servers)
          words = task.endpoints.map { |endpoint| endpoint&.memcached || task.memcached }.uniq
          known = servers.known.to_h { |release| [release.number, release] }
          words.map do |word|
            release = known[word]
            ready = word ? word.start_with?("/") || release&.cached || release&.path : servers.installed
            Need.new(name: ["memcached", *word].join(" "), state: ready ? "ready" : "missing")
          end
        end
      end
    end
  end
end
