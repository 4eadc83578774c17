# frozen_string_literal: true

require "fileutils"
require "find"
require "pathname"

module Cachemark
  module Env
    module Debs
      # A root that packages share as hard links: whole, and next to no disk.
      class Tree
        # Where a loader finds libraries; the machine's own come after them.
        LIBRARIES = %w[lib/*-linux-* usr/lib/*-linux-* lib usr/lib].freeze
        HEADERS = %w[usr/include usr/include/*-linux-*].freeze
        private_constant :LIBRARIES, :HEADERS

        # Absolute.
        attr_reader :path

        #: (String, Tools) -> void
        def initialize(path, tools)
          @path = path
          @tools = tools
        end

        # Adds the files of all these folders.
        #
        #: (Array[String]) -> void
        def add(folders)
          FileUtils.mkdir_p(@path)
          return if folders.empty?

          folders = folders.map { |folder| File.join(folder, ".") }
          @tools.say(["cp", "-al", "--remove-destination", "--", *folders, @path], log: @tools.log("cp", @path))
          relink
        end

        #: (String) -> String
        def file(name) = File.join(@path, name)

        # Folders for LD_LIBRARY_PATH.
        #: () -> Array[String]
        def libraries = folders(LIBRARIES)

        # What a compiler needs to know of it.
        #
        #: () -> Hash[String, String]
        def for_compiler = { "CPATH" => folders(HEADERS).join(":"), "LIBRARY_PATH" => libraries.join(":") }

        private

        def folders(globs) = globs.flat_map { |glob| Dir.glob(file(glob)) }.select { |folder| File.directory?(folder) }

        # Makes absolute links relative: they would lead to the machine's own files.
        def relink
          Find.find(@path) do |path|
            next unless File.symlink?(path)

            target = File.readlink(path)
            next unless target.start_with?("/") && (File.exist?(file(target)) || File.symlink?(file(target)))

            File.unlink(path)
            File.symlink(Pathname.new(file(target)).relative_path_from(Pathname.new(File.dirname(path))).to_s, path)
          end
        end
      end
    end
  end
end
