# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debs
      # Removes what no environment needs of Debian's packages: themselves, runtimes' roots, clones, and at
      # last the lists of what there is.
      class Sweep
        #: (String, Array[Inventory::Entry]) -> void
        def initialize(cache, entries)
          @cache = cache
          @entries = entries
        end

        # The full names of the packages that were removed.
        #
        #: () -> Array[String]
        def call
          needed = @entries.flat_map(&:debs)
          debs = folder("debs")
          names = Dir.children(debs).grep_v(/\.sha256\z/) - needed
          names.each { |name| FileUtils.rm_rf([::File.join(debs, "#{name}.sha256"), ::File.join(debs, name)]) }
          # A root is made again of the packages in a second, and a clone is rarely needed.
          FileUtils.rm_rf(%w[roots clones].map { |name| folder(name) }) if names.any?
          FileUtils.rm_rf(folder("apt")) if needed.empty?
          names.reject { |name| name.start_with?(".") }
        rescue Errno::ENOENT
          []
        end

        private

        def folder(name) = ::File.join(@cache, name)
      end
    end
  end
end
