# frozen_string_literal: true

require "digest"

module Cachemark
  module Env
    module Debs
      # The way of contenders whose language takes its libraries from Debian.
      class Construction < Env::Construction
        # Part of every digest. Raise it when the contents of a folder change their meaning.
        FORMAT = 2

        private

        def runtime = @runtime ||= Runtime.of(@contender, @workshop)

        def origin = @origin ||= Origin.of(@contender, @workshop)

        def settings = @contender.language.environment

        def library = @contender.client.library

        def digest
          parts = [FORMAT, @contender.language.name, runtime.stamps, origin.stamps, library, @contender.version, @lock]
          Digest::SHA256.hexdigest(parts.flatten.join("\0"))[0, 20]
        end

        # A missing library may be available another day.
        def ready = (super unless stale?)

        def stale?
          return false unless @workshop.install && !@workshop.offline && folder.facts&.fetch(:lacks)&.any?

          Time.now - File.mtime(folder.file("env.json")) > Suite::AGE_S
        end

        def make
          folder.clear
          @event.call("resolving", nil)
          origin.prepare(runtime)
          debs = runtime.lay(folder, @lock) { |names| @event.call("building", names) }
          folders = origin.fetch(runtime, folder) { |name| @event.call("building", name) }
          facts(debs, folders)
        end

        def facts(debs, folders)
          variables = variables(folders)
          answer = runtime.ask(folder, settings.probe, *library, variables: variables)
          place = runtime.folders(folder, answer.fetch(:folders))
          { store: runtime.store, load_paths: [*(place if debs.any?), *folders], debs: debs.map(&:full_name), unused: [],
            lock: Lockfile.portable(debs.map(&:to_s).sort.join("\n"), stamps: origin.stamps),
            executable: runtime.executable(folder), variables: variables, lacks: runtime.lacking,
            expected: [expected(answer, folders)].compact,
            runtime: { path: runtime.executable(folder), folders: place, **answer.slice(:version, :description, :engine) } }
        end

        def variables(folders)
          own = settings.variables.merge(runtime.variables(folder))
          folders.any? ? own.merge(settings.modules => folders.join(":")) : own
        end

        def expected(answer, folders)
          return unless library

          file = answer.fetch(:modules)[library.to_sym] or raise runtime.absent(library)
          dir = folders.first || runtime.place(folder, file)
          raise Impossible, "#{library} would be loaded from #{file}, not from #{dir}" unless file.start_with?("#{dir}/")

          { gem: library, version: @contender.version, dir: dir, extension_dir: nil, reports: reports }
        end

        # Only the user's own runtime can have another version than asked for.
        def reports
          @contender.source.kind == "runtime" ? @contender.version : @contender.client.reports[@contender.version]
        end

        def environment(facts)
          lock, expected = facts.values_at(:lock, :expected)
          Environment.new(contender_id: @contender.id, dir: folder.path, lock: lock, lock_digest: Lockfile.digest(lock),
                          env: @workshop.variables.for_driver.merge(facts.fetch(:variables).transform_keys(&:to_s)),
                          argv: [facts.fetch(:executable)], expected: expected, runtime: facts.fetch(:runtime),
                          lacks: facts.fetch(:lacks).transform_keys(&:to_s),
                          gems: expected.to_h { |one| [one.fetch(:gem), one.fetch(:version)] }.compact)
        end
      end
    end
  end
end
