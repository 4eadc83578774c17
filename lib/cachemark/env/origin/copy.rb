# frozen_string_literal: true

module Cachemark
  module Env
    class Origin
      # A library that shipped inside another gem (memcache-client in the activesupport 2.2.2
      # gem): that gem is installed alone, and only the vendored folder is on the load path.
      class Copy < Origin
        def pinned = companions.except(copy.gem)

        def stamps = ["copy #{name}@#{@contender.version} in #{carrier}"]

        def fetch(toolbox, &building)
          spec = { name: copy.gem, version: copy.version, full_name: carrier }
          @store.install(spec, toolbox) { building&.call(carrier) }
          raise Impossible, "#{carrier} has no folder #{copy.path}" unless dir
        end

        def load_path = [dir]

        # A copy says another version than the gem that carries it: the catalogue knows which.
        def expected(_found) = { gem: name, version: copy.reports, dir: dir, extension_dir: nil, reports: copy.reports }

        private

        def copy = @contender.client.copies.fetch(@contender.version)

        def carrier = "#{copy.gem}-#{copy.version}"

        # The catalogue names the folder by a glob.
        def dir = Dir.glob(::File.join(@store.dir(carrier), copy.path)).find { |path| ::File.directory?(path) }
      end
    end
  end
end
