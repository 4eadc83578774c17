# frozen_string_literal: true

module Cachemark
  module Lab
    # Builds the environments of a task, and reports its progress.
    class Builds
      # {contender id => Env::Environment or Env::Unavailable}, with the task and settings that they are for. These differ
      # from the requested ones if a published program cannot be built as a single program.
      Built = Value.define(:environments, :task, :settings)

      #: (Host::Keeper, Settings, live: Live) -> void
      def initialize(keeper, settings, live:)
        @settings = settings
        @live = live
        cache = settings.paths.cache
        how = { offline: settings.options[:install] == "cached", install: settings.options[:install] != "no" }
        @servers = Env::Servers.new(cache: cache, spawn: keeper, **how)
        registry = Env::Registry.new(cache: cache, offline: how.fetch(:offline))
        @builder = Env::Builder.new(cache: cache, spawn: keeper, registry: registry, **how)
      end

      # {Contender::Endpoint#memcached => Env::Servers::Program}. Servers of the run need none of the installed memcached.
      # Raises Trouble.
      #: (Loop::Task) -> Hash[String?, Env::Servers::Program]
      def programs(task)
        words = task.endpoints.to_h { |endpoint| [endpoint&.memcached, endpoint&.memcached || task.memcached] }.compact
        programs = words.transform_values do |word|
          @servers.program(word) do |what|
            @live.notify(:environment, contender: "memcached #{word}", state: "building", gem: what, message: nil)
          end
        end
        installed = @servers.installed if task.endpoints.compact.any? { |endpoint| endpoint.memcached.nil? }
        installed ? { nil => installed, **programs } : programs
      end

      # Builds every environment that must exist before anything is measured.
      #: (Loop::Task) -> Built
      def call(task)
        return published(task) if task.is_a?(Published::Programs)

        Built.new(environments: build(task.upfront, @settings.locks), task: task, settings: @settings)
      end

      # Builds an environment that is needed later than the rest.
      #: (Contender) -> Env::Environment | Env::Unavailable
      def late(contender) = build([contender], {}).fetch(contender.id)

      # Lets other processes use the cache again.
      def release = @builder.release

      private

      def build(contenders, locks)
        @builder.build(contenders, locks: locks) do |event|
          @live.notify(:environment, contender: event[:contender], state: event[:kind], gem: event[:gem],
                                     message: event[:message])
        end
      end

      # A gem that cannot be built must not cost the rows of all clients. In that case each client gets its own process.
      def published(task)
        programs = task.programs
        built = build(programs.map(&:contender).uniq(&:id), locks_of(programs))
        broken = programs.any? do |program|
          program.members.size > 1 && built.fetch(program.contender.id).is_a?(Env::Unavailable)
        end
        return split(task) if broken

        Built.new(environments: built.merge(shared(programs, built)), task: task, settings: @settings)
      end

      def split(task)
        note = "the published program cannot be built as one here: each client has its own process"
        @live.notify(:warning, message: note)
        suite = @settings.suite.merge("notes" => [*@settings.suite["notes"], note])
        published(task.with(published: task.published.merge("processes" => "each contender")))
          .then { |built| built.with(settings: @settings.with(suite: suite)) }
      end

      # All members of a program were built by one lock.
      def locks_of(programs)
        programs.to_h { |program| [program.contender.id, @settings.locks[program.members.first.id]] }.compact
      end

      # Every member of a program has the program's environment.
      def shared(programs, built)
        programs.flat_map do |program|
          whole = built.fetch(program.contender.id)
          program.members.map { |member| [member.id, part(whole, program, member)] }
        end.to_h
      end

      def part(whole, program, member)
        whole.is_a?(Env::Environment) ? whole.for_contender(member, except: program.foreign_gems(member)) : whole
      end
    end
  end
end
