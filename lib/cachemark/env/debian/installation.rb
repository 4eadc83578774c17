# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # One Ruby's folder in the cache.
      class Installation
        # Every one in a cache, whole or not, by name.
        #
        #: (String) -> Array[Installation]
        def self.all(cache) = Dir.glob(File.join(cache, "rubies", "*")).sort.map { |path| new(cache, File.basename(path)) }

        attr_reader :name, :path

        #: (String, String) -> void
        def initialize(cache, name)
          @name = name
          @path = File.join(cache, "rubies", name)
        end

        # The root file system.
        def root = File.join(@path, "root")

        # What ruby= takes.
        def executable = File.join(@path, @name)

        def log = File.join(@path, "build.log")

        def ready? = File.exist?(mark)

        # What the Ruby says it is, or nil.
        #: () -> String?
        def description = (File.read(mark).strip if ready?)

        #: () -> Time
        def last_used_at = File.mtime(ready? ? mark : @path)

        # Removes the remains of an interrupted build.
        def prepare
          remove
          FileUtils.mkdir_p(root)
        end

        # Makes the executable; an unchanged one keeps its date, by which it is known.
        #: (String) -> void
        def write(script)
          return if File.exist?(executable) && File.read(executable) == script

          AtomicFile.write(executable, script)
          File.chmod(0o755, executable)
        end

        #: (String) -> void
        def finish(description) = AtomicFile.write(mark, "#{description}\n")

        # For `prune`: it was wanted just now.
        def use
          FileUtils.touch(mark)
        rescue Errno::EACCES, Errno::EPERM, Errno::EROFS
          nil # it belongs to another user, and only that user may remove it
        end

        # Raises Trouble where something is mounted in it, or it is another user's.
        #: (?mounts: String) -> void
        def remove(mounts: "/proc/self/mounts")
          refuse_mounts(mounts)
          FileUtils.rm_f(mark)
          FileUtils.rm_r(@path) if File.exist?(@path)
        rescue SystemCallError => error
          raise Trouble.new("#{@path} cannot be removed: #{error.message.sub(/ @ \w+ - /, ": ")}",
                            try: "remove it as the user who made it, most likely root")
        end

        private

        def mark = File.join(@path, "ready")

        # Cachemark mounts nothing there, but a user may have, and that must not be emptied.
        def refuse_mounts(table)
          points = File.readlines(table).map { |line| line.split[1].gsub(/\\(\d{3})/) { $1.oct.chr } }
          mount = points.find { |point| point.start_with?("#{File.realpath(@path)}/") } or return
          raise Trouble.new("#{mount} is a mounted file system: nothing was removed", try: "unmount it first: umount #{mount}")
        rescue Errno::ENOENT
          nil
        end
      end
    end
  end
end
