# frozen_string_literal: true

require "fileutils"

module Cachemark
  module CLI
    class Watch
      # The folder that is watched: what of it makes a difference to who uses it, by the globs of its language.
      class Folder
        #: (String, Array[String]) -> void
        def initialize(dir, globs)
          @dir = dir
          @globs = globs
        end

        # What changes when a file is saved, added or removed: names, sizes, times. Cheap enough for each second.
        #
        #: () -> Array[Object]
        def state
          @globs.flat_map { |glob| Dir.glob(glob, base: @dir) }.uniq.sort.filter_map do |name|
            stat = File.stat(File.join(@dir, name))
            [name, stat.size, stat.mtime] if stat.file?
          rescue SystemCallError # gone meanwhile: editors save by renaming
            nil
          end
        end

        # Of names and contents; nil while a file is being replaced.
        #
        #: () -> String?
        def digest
          Cachemark::Env::SourceFiles.new(@dir, @globs).digest
        rescue SystemCallError
          nil
        end

        # A copy of all of it as it is now. The repository's own data is not copied, but known there: gemspecs ask git
        # which files there are.
        #
        #: (String) -> void
        def copy(to)
          FileUtils.mkdir_p(to)
          Dir.children(@dir).each do |name|
            from = File.join(@dir, name)
            next File.symlink(from, File.join(to, name)) if name == ".git"

            FileUtils.cp_r(from, to, dereference_root: File.directory?(from))
          end
        rescue SystemCallError => error
          raise Trouble.new("#{@dir} cannot be copied to be the baseline: #{error.message.sub(/ @ \w+ - /, ": ")}",
                            try: "make room for a copy in #{File.dirname(to)}")
        end
      end
    end
  end
end
