# frozen_string_literal: true

require "fileutils"
require "securerandom"

module Cachemark
  # Replaces a file as a whole: a reader sees the old text or the new one, and a crash or a full disk keeps the old one.
  module AtomicFile
    class << self
      # Writes `text`, byte for byte, to the file at `path`, or to the device or pipe at `path`. If `path` is a link, it
      # replaces the target of the link. It keeps the file's mode and, if allowed, its owner. Raises Trouble.
      #: (String, String) -> void
      def write(path, text)
        target = target(path)
        return File.write(target, text) if device?(target)

        temporary = temporary(target)
        fill(temporary, text, File.exist?(target) ? File.stat(target) : nil)
        File.rename(temporary, target)
        sync_folder(File.dirname(target))
      rescue SystemCallError => error
        raise Trouble.new("cannot write #{path}: #{error.message.sub(/ @ .*/, "")}",
                          try: "fix this and repeat the command#{"; the file is unchanged" if temporary}")
      ensure
        FileUtils.rm_f(temporary) if temporary
      end

      # Why `path` could not be written, as text, or nil. A writable file is not sufficient, because the new file is created
      # next to it.
      #: (String) -> String?
      def obstacle(path)
        target = target(path)
        return (File.writable?(target) ? nil : "Permission denied") if device?(target)

        temporary = temporary(target)
        File.open(temporary, File::WRONLY | File::CREAT | File::EXCL, &:close)
      rescue SystemCallError => error
        error.message.sub(/ @ .*/, "")
      ensure
        FileUtils.rm_f(temporary) if temporary
      end

      private

      def temporary(target) = File.join(File.dirname(target), ".#{File.basename(target)}.#{SecureRandom.hex(6)}")

      # Follows links, even if the target does not exist yet. It does not follow /dev/stdout to a pipe, because a pipe has no
      # path.
      def target(path)
        40.times do
          return path if device?(path) || !File.symlink?(path)

          path = File.expand_path(File.readlink(path), File.dirname(path))
        end
        raise Errno::ELOOP, path
      end

      def device?(path) = File.exist?(path) && !File.file?(path)

      def fill(temporary, text, old)
        File.open(temporary, File::WRONLY | File::CREAT | File::EXCL | File::BINARY, 0o666) do |file|
          keep(file, old) if old
          file.write(text)
          file.fsync
        end
      end

      def keep(file, old)
        chown(file, old)
        file.chmod(old.mode & 0o7777)
      end

      def chown(file, old)
        file.chown(old.uid, old.gid)
      rescue Errno::EPERM
        nil
      end

      # Writes the rename itself to the disk; some file systems cannot sync a folder.
      def sync_folder(folder)
        File.open(folder, &:fsync)
      rescue SystemCallError
        nil
      end
    end
  end
end
