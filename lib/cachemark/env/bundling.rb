# frozen_string_literal: true

require "digest"

module Cachemark
  module Env
    # The way of Ruby's contenders: gems, by Bundler's lock.
    class Bundling < Construction
      # Part of every digest: raise it when what is in a folder changes its meaning.
      FORMAT = 2

      private

      def check
        check_ruby
        super
      end

      def runtime = @runtime ||= @workshop.runtimes.at(@contender.runtime)

      def store = @store ||= Store.new(runtime: runtime, workshop: @workshop)

      def toolbox = @toolbox ||= Toolbox.new(runtime: runtime, store: store, workshop: @workshop)

      def origin = @origin ||= Origin.of(@contender, @workshop, store)

      def gemfile
        @gemfile ||= begin
          pinned = origin.pinned.map { |name, version| Gemfile::Entry.new(name: name, version: version) }
          Gemfile.new(entries: pinned + origin.entries, source: @workshop.registry.source)
        end
      end

      def digest
        parts = [FORMAT, runtime.key, runtime.path, gemfile, *origin.stamps, *@contender.left_out, @lock]
        Digest::SHA256.hexdigest(parts.join("\0"))[0, 20]
      end

      def check_ruby
        return if runtime.meets?(@contender.requires_runtime)

        wanted = @contender.requires_runtime
        offer = Debian::Offer.meeting(wanted)
        how = ["pass ruby=PATH of a Ruby #{wanted}", *("cachemark env runtime #{offer.name} makes one" if offer)].join("; ")
        raise Impossible.new("needs Ruby #{wanted} (this is #{runtime.version})", how: how)
      end

      def environment(facts) = assembly.environment(facts)

      def assembly = Assembly.new(@contender, runtime, @workshop, folder)

      def make
        folder.prepare(gemfile.to_s, lock: @lock && Lockfile.local(@lock, source: Source.public(@workshop.registry.source)))
        @event.call("resolving", nil)
        origin.fetch(toolbox) { |gem| @event.call("building", gem) }
        assemble
      end

      def assemble
        return assembly.facts(origin, store, { load_paths: [], gems: [] }) if gemfile.empty?

        check_bundler
        assembly.facts(origin, store, origin.checked_out? ? alone { install } : install)
      end

      # Bundler's cache of git repositories bears one process at a time.
      def alone(&block) = Latch.hold(@workshop.path("locks", "git.lock"), &block)

      def install
        specs = toolbox.lock(folder, resolve: @lock.nil?)
        Lockfile.in_order(specs).each do |spec|
          next if !spec.fetch(:gem) || spec.fetch(:name) == "bundler"

          store.install(spec, toolbox) { @event.call("building", spec.fetch(:full_name)) }
        end
        toolbox.check_out(folder) if origin.checked_out?
        toolbox.load_paths(folder)
      end

      def check_bundler
        return if runtime.bundler

        raise Impossible.new("#{runtime.path} has no Bundler", how: "install it: #{runtime.path} -S gem install bundler")
      end
    end
  end
end
