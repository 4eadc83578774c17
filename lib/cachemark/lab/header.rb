# frozen_string_literal: true

require "time"

module Cachemark
  module Lab
    # The first lines of a record: the run, its environments, its cells.
    class Header
      # Options of the record that only some loops have.
      NONE = { for_s: nil, until: nil, iterations: nil, latencies: false }.freeze
      private_constant :NONE

      #: (Record::Writer, Loop::Task, Settings) -> void
      def initialize(writer, task, settings)
        @writer = writer
        @task = task
        @settings = settings
      end

      # Without a ring and environments if a run ended before they existed.
      # `programs` are {Contender#server => Env::Servers::Program}.
      #: (Hash, Host::Placement, Host::Ring?, Hash, ?Hash) -> void
      def write(facts, placement, ring, environments, programs = {})
        return again(facts) if @settings.resumed

        @writer.add("run", schema: Record::SCHEMA, method: Stats::TimeMethod::CURRENT, command: @settings.argv.first,
                           argv: @settings.argv, version: VERSION, started_at: Time.now.utc.iso8601, seed: @task.seed,
                           suite: suite, options: options,
                           machine: facts, server: ring ? server(ring, programs) : {}, placement: placement.to_h,
                           calibration: @settings.calibration, warnings: @settings.warnings)
        @task.contenders.each { |contender| environment(contender, environments[contender.id]) }
        @task.cells.each { |cell| @writer.add("cell", { "status" => "ready" }.merge(cell.facts)) }
      end

      # Records the environment of a contender, unless it could not be built.
      #: (Contender, Env::Environment | Env::Unavailable | nil) -> void
      def environment(contender, environment)
        return unless environment.is_a?(Env::Environment)

        @writer.add("environment", contender: contender.id, client: contender.client.name, homepage: contender.client.source,
                                   runtime: environment.runtime, gems: environment.gems, shims: contender.shims,
                                   options: contender.options, lock_digest: environment.lock_digest, lock: environment.lock,
                                   **{ server: contender.endpoint&.memcached, floor: contender.floor&.facts,
                                        departures: some(contender.departures), endpoint: contender.endpoint&.options,
                                        newer: some(contender.newer.map(&:to_h)) }.compact)
      end

      private

      # nil without any.
      def some(all) = (all if all.any?)

      # The record has its header from the first run.
      def again(facts)
        @writer.add("event", kind: "resumed", message: "continued by Cachemark #{VERSION}", machine: facts,
                             argv: @settings.argv, at: Time.now.utc.iso8601)
      end

      # The number of servers is that of the started ones, not the suite's.
      def suite
        facts = @settings.suite
        facts.key?("servers") ? facts.merge("servers" => @settings.servers) : facts
      end

      # Without empty lists: of sweeps, or of counts.
      def options
        { **NONE, servers: @settings.servers, **{ memcached: @task.memcached }.compact, server: user_servers, **@task.options,
          **@settings.options.slice(:configured) }.reject { |_, value| value == [] }
      end

      # "10.0.0.1:11211, 10.0.0.2:11211"; nil if there are none.
      def user_servers
        addresses = @settings.user_servers.map(&:to_s)
        addresses.join(", ") if addresses.any?
      end

      # The version names all releases if contenders name their own.
      def server(ring, programs)
        named = programs.except(nil).transform_values(&:to_h)
        own = ring.servers.first&.version || programs[nil]&.version
        versions = [*own, *named.each_value.map { |program| program.fetch(:version) }].uniq
        { addresses: ring.addresses, argv: ring.servers.map { |server| server.private? ? server.argv : nil },
          version: versions.join(", "), private: ring.private?, shared: ring.shared?,
          **(named.any? ? { contenders: named } : {}) }
      end
    end
  end
end
