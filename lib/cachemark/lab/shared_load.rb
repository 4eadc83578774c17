# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `run --rate --on`: an open loop on one of several hosts that load the same servers. All hosts agree on what
    # comes next, and begin each block at the same time.
    class SharedLoad < OpenLoop
      private

      # All hosts visit their cells in the order of the first one. The time begins when all are ready.
      def ready
        servers = @engine.ring.servers.map { |server| Servers.identity(server.stats) }
        facts = others.meet("seed", seed: @task.seed, servers: servers).facts
        @order = Plan::Order.new(facts.first["seed"])
      end

      def over? = others.values("next", over: super).any?

      def start(generation)
        super
        live = others.values("cells", live: @participants.live.map(&:id)).reduce(:&)
        @participants.live.each { |state| drop(state) unless live.include?(state.id) }
      end

      def rounds(generation)
        length = @schedule.block_length
        @schedule.agree_on(length.with(seconds: others.values("length", seconds: length.seconds).min)) if length
        super
      end

      def round(due, generation, round)
        @order.round(visits(due), generation: generation, round: round).each do |state, place|
          at = [state.live?, generation.positive? && @schedule.time_up?]
          live, over = others.values("visit of #{state.id} at #{place[:rate]}/s", at: at).transpose
          break if over.any?
          next drop(state) unless live.all?

          with_process(state) { |process| block(state, process, { generation: generation, round: round, **place }) }
        end
      end

      def others = @engine.others
      def drop(state) = (@participants.drop(state.cell, "failed", Vocabulary::ELSEWHERE) if state.live?)

      # Reads the counters of the servers that several hosts load. It reads while all hosts wait, so no call is in progress.
      class Servers
        # Refuses servers that hold items, unless `items` allows them, or that others use, unless `others` does. Raises Usage,
        # Trouble.
        #: (Array[Access], ?items: bool, ?others: bool) -> Servers
        def self.admit(accesses, items: false, others: false)
          servers = accesses.map { |access| Host::Server::UserServer.admit(access, allow_non_empty: items || others) }
          new(servers, shared: others).tap { |found| found.refuse_busy unless others }
        end

        # An idle server counts nothing for this long.
        LOOK_S = 1
        # Counters may be late by some requests whose replies nobody awaits.
        AGAIN_S = 0.02
        AGAIN = 10
        CPU = %w[rusage_user rusage_system].freeze
        private_constant :LOOK_S, :AGAIN_S, :AGAIN, :CPU

        # Array[Hash]: a line of the record for each block of all hosts.
        attr_reader :lines

        # `shared`: whether others may use them meanwhile, so that they count more.
        #: (Array[Host::Server], ?shared: bool) -> void
        def initialize(servers, shared: false)
          @servers = servers
          @shared = shared
          @lines = []
        end

        # Raises Usage if a server answers somebody.
        #: () -> void ! Usage
        def refuse_busy
          before = look
          sleep LOOK_S
          busy = @servers.zip(before, look).find { |_, one, other| work([one]) != work([other]) } or return
          raise Usage.new("#{busy.first.address} answers other clients",
                          try: "name a server that nobody else uses, or add --allow load")
        end

        # Reads the counters before and after a block. A Rendezvous calls it.
        #: (String, Array[Hash], Array[Rendezvous::Offset]) -> void
        def call(what, facts, offsets)
          case what
          when "seed" then welcome(facts)
          when "begin"
            @before = look
            @offsets = offsets
          when "finish" then finish(facts)
          end
        end

        # What distinguishes a server from another one.
        #: (Hash[String, Object]) -> Array[Object]
        def self.identity(stats) = [*stats.values_at("version", "pid"), stats["time"].to_i - stats["uptime"].to_i]

        def close = @servers.each(&:stop)

        private

        def look = @servers.map(&:stats)

        # An address may lead each host to another server.
        def welcome(facts)
          @seeds = facts.map { |fact| fact["seed"] }
          own = look.map { |stats| Servers.identity(stats) }
          return if facts.all? { |fact| fact["servers"].zip(own).all? { |theirs, ours| same?(theirs, ours) } }

          raise Trouble.new("#{@servers.map(&:address).join(", ")} is not the same memcached on each host",
                            try: "name an address that leads all hosts and this machine to one server")
        end

        # The time of the start is rounded.
        def same?(one, other) = one.first(2) == other.first(2) && (one.last - other.last).abs <= 2

        def finish(facts)
          after = look
          wall_s = [facts.filter_map { |fact| fact["wall_ns"] }.max.to_f / 1e9, 1e-9].max
          made = %w[least most].map { |name| sum(facts, name) }
          counted = settled(after, *made)
          add({ failed: facts.any? { |fact| fact["failed"] }, shared: @shared, counted: counted.to_h, least: made.first.to_h,
                most: made.last.to_h, wrong: wrong(counted, *made), cpu: cpu(after, wall_s),
                threads: after.filter_map { |one| one["threads"] }.max, hosts: hosts(facts) })
        end

        def add(fields)
          @lines << Record::Kinds.line("tally", { step: @lines.size + 1, **fields })
        end

        def hosts(facts)
          facts.each_with_index.map do |one, at|
            { seed: @seeds[at], late_ns: one["late_ns"], clock_ns: @offsets[at]&.ns, clock_error_ns: @offsets[at]&.error_ns }
          end
        end

        def sum(facts, name)
          facts.filter_map { |fact| fact[name] }.map { |one| Plan::Work.of(one) }.reduce(Plan::Work.new, :+)
        end

        # The work of the servers, once all requests have arrived.
        def settled(after, least, most)
          counted = work(after) - work(@before)
          AGAIN.times do
            break unless wrong(counted, least, most)

            sleep AGAIN_S
            counted = work(look) - work(@before)
          end
          counted
        end

        # How the work differs from that of all hosts, in words; nil if each call has arrived. Servers that others use may count
        # more.
        def wrong(counted, least, most)
          counted = counted.with_touches_of(least, most)
          names = counted.members.select { |name| counted[name] < least[name] || (!@shared && counted[name] > most[name]) }
          { counted: counted.in_words(names), made: least.in_words(names) } if names.any?
        end

        def work(all)
          names = Vocabulary::Operations::COUNTERS.values
          all.map { |stats| Plan::Work.of(names.map { |name| stats.fetch(name, 0) }) }.reduce(:+)
        end

        # The share of a core that the busiest server used.
        def cpu(after, wall_s)
          used = [@before, after].map { |all| all.map { |stats| CPU.sum { |name| stats[name].to_f } } }.transpose
          used.map { |before, now| (now - before) / wall_s }.max.round(4)
        end
      end
    end
  end
end
