# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    # Removes from one Ruby's store the gems that no environment needs.
    class Sweep
      #: (String, Array[Inventory::Entry]) -> void
      def initialize(store, entries)
        @store = store
        @needed = entries.flat_map(&:full_names)
      end

      # The full names of what was removed. A store that nobody needs goes whole.
      #
      #: () -> Array[String]
      def call
        names = gems - @needed
        return names.tap { FileUtils.rm_rf(@store) } if @needed.empty?

        # The specification goes first: what is left of a gem without one counts as absent.
        names.each { |name| FileUtils.rm_rf(traces(name)) }
      end

      private

      def gems
        folders = paths("*/*/gems/*") + paths("*/*/bundler/gems/*") + built
        folders.map { |path| ::File.basename(path) } - ["extensions"]
      end

      def built = paths("built/*").select { |path| ::File.directory?(path) }

      def traces(name)
        ["*/*/specifications/#{name}.gemspec", "*/*/gems/#{name}", "*/*/extensions/*/*/#{name}", "*/*/cache/#{name}.gem",
         "*/*/build_info/#{name}.info", "*/*/bundler/gems/#{name}", "built/#{name}", "built/#{name}.log",
         "logs/#{name}.log"].flat_map { |glob| paths(glob) }
      end

      def paths(glob) = Dir.glob(::File.join(@store, glob))
    end
  end
end
