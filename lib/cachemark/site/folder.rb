# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"

module Cachemark
  module Site
    # The folder that a site is written to. It replaces and removes only its own files, one by one and each as a whole; other
    # files stay. If that is impossible, it raises Usage before anything is written.
    class Folder
      # Our files in a folder: the path of each with its allowed SHA-256 digests. While a site is written, a file may have
      # the earlier or the new digest. A crash in between therefore does not look like somebody else's change.
      Manifest = Value.define(:files)

      # Its `files` are {path => digests}.
      class Manifest
        NAME = ".cachemark-site.json"
        SCHEMA = "cachemark/site/1"
        # No path that leads out of the folder.
        PATH = %r{\A(?:[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*/)*[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*\z}
        DIGEST = /\A\h{64}\z/
        private_constant :PATH, :DIGEST

        class << self
          # The manifest of a folder; nil if it has none. Raises Usage for a damaged one.
          #: (String) -> Manifest?
          def read(dir)
            path = File.join(dir, NAME)
            return unless File.exist?(path)

            data = ::JSON.parse(File.read(path, encoding: "UTF-8"))
            files = data["files"] if data.is_a?(Hash) && data["schema"] == SCHEMA
            sound?(files) ? new(files: files) : refuse(path)
          rescue ::JSON::ParserError, SystemCallError
            refuse(path)
          end

          private

          def sound?(files)
            files.is_a?(Hash) && files.keys.all?(PATH) && files.values.all? { |own| own.is_a?(Array) && own.all?(DIGEST) }
          end

          def refuse(path)
            raise Usage.new("#{path} was not written by publish, which needs it to know its own files",
                            try: "publish into a new folder")
          end
        end

        # The manifest of new files: path => digest.
        #: (Hash[String, String]) -> Manifest
        def self.of(digests) = new(files: digests.transform_values { |digest| [digest] })

        # Both, for the time in which either may be found.
        #: (Manifest) -> Manifest
        def or(other) = with(files: files.merge(other.files) { |_, mine, others| mine | others })

        #: (String) -> bool
        def include?(path) = files.key?(path)

        # Whether a file is unchanged since it was written.
        #: (String, String) -> bool
        def wrote?(path, digest) = files.fetch(path, []).include?(digest)

        #: (String) -> void
        def write(dir)
          AtomicFile.write(File.join(dir, NAME), "#{::JSON.pretty_generate("schema" => SCHEMA, "files" => files.sort.to_h)}\n")
        end
      end

      # Counts of files.
      Written = Value.define(:written, :unchanged, :removed)

      #: (String) -> void
      def initialize(dir)
        @dir = File.expand_path(dir)
        @named = dir
      end

      # Refuses a folder unless it is new, empty, or a site of ours. Raises Usage.
      def check
        refuse("is a file") if File.exist?(@dir) && !File.directory?(@dir)
        return check_parent unless File.directory?(@dir)

        refuse("cannot be written") unless File.writable?(@dir)
        return if Manifest.read(@dir) || Dir.children(@dir).all? { |name| half_written?(name, [Manifest::NAME]) }

        refuse("holds files that publish did not write", try: "name a new folder, or an empty one")
      end

      # Replaces the content of the folder: path => text, and path => file to copy.
      #: (Hash[String, String], ?Hash[String, String]) -> Written
      def fill(texts, copies = {})
        check
        FileUtils.mkdir_p(@dir)
        alone do
          @old = Manifest.read(@dir) || Manifest.of({})
          @new = Manifest.of({ **texts.transform_values { |text| Digest::SHA256.hexdigest(text) },
                               **copies.transform_values { |path| Digest::SHA256.file(path).hexdigest } })
          refuse_changed_files
          replace(texts, copies)
        end
      rescue SystemCallError => error
        raise Trouble.new("cannot write the site to #{@named}: #{error.message.sub(/ @ .*/, "")}",
                          try: "fix this and publish again")
      end

      private

      def refuse(what, try: "choose another folder") = raise(Usage.new("#{@named} #{what}", try: try))

      def check_parent
        parent = File.dirname(@dir)
        parent = File.dirname(parent) until File.exist?(parent)
        refuse("cannot be made in #{parent}") unless File.directory?(parent) && File.writable?(parent)
      end

      # The kernel releases the lock when the process ends.
      def alone
        File.open(@dir) do |folder|
          raise Trouble.new("another publish writes to #{@named}", try: "try again when it is done") unless
            folder.flock(File::LOCK_EX | File::LOCK_NB)

          yield
        end
      end

      # Before anything is changed, refuses somebody else's file at one of our paths, a changed file of ours, and a link.
      def refuse_changed_files
        (@old.files.keys | @new.files.keys).each do |path|
          link = ancestors(path).find { |part| File.symlink?(File.join(@dir, part)) }
          refuse("has a link at #{link}, which could lead anywhere", try: "remove it and publish again") if link
          next unless File.exist?(place(path))

          reason = @old.include?(path) ? "was changed since it was published" : "publish did not write"
          refuse("has a #{path} that #{reason}", try: "move it away and publish again") unless ours?(path)
        end
      end

      # "a", "a/b", "a/b/c" of "a/b/c".
      def ancestors(path) = path.split("/").each_with_object([]) { |part, all| all << [all.last, part].compact.join("/") }

      # A file that already has the new contents may also be replaced.
      def ours?(path)
        return false unless File.file?(place(path))

        digest = Digest::SHA256.file(place(path)).hexdigest
        @old.wrote?(path, digest) || @new.wrote?(path, digest)
      end

      def replace(texts, copies)
        @old.or(@new).write(@dir)
        tidy
        changed = @new.files.reject { |path, digests| there?(path, digests) }.keys
        (texts.keys & changed).each { |path| put(path) { AtomicFile.write(place(path), texts[path]) } }
        (copies.keys & changed).each { |path| put(path) { copy(copies[path], place(path)) } }
        stale = @old.files.keys - @new.files.keys
        stale.each { |path| remove(path) }
        @new.write(@dir)
        Written.new(written: changed.size, unchanged: @new.files.size - changed.size, removed: stale.size)
      end

      # Removes incomplete files after a crash.
      def tidy
        paths = [Manifest::NAME, *@old.files.keys, *@new.files.keys]
        paths.group_by { |path| File.dirname(path) }.each do |folder, own|
          names = own.map { |path| File.basename(path) }
          left = File.directory?(place(folder)) ? Dir.children(place(folder)).select { |name| half_written?(name, names) } : []
          left.each { |name| FileUtils.rm_f(place(File.join(folder, name))) }
        end
      end

      # The names of incomplete files of AtomicFile and copy.
      def half_written?(name, names) = names.include?(name[/\A\.(.+)\.\h{12}\z/, 1] || name[/\A(.+)\.part\z/, 1])

      def there?(path, digests) = File.file?(place(path)) && digests.include?(Digest::SHA256.file(place(path)).hexdigest)

      def put(path)
        FileUtils.mkdir_p(File.dirname(place(path)))
        yield
      end

      # A reader sees the whole copy or none.
      def copy(from, to)
        FileUtils.cp(from, "#{to}.part")
        File.rename("#{to}.part", to)
      end

      # Removes the file, and folders that become empty.
      def remove(path)
        FileUtils.rm_f(place(path))
        ancestors(path)[0...-1].reverse_each do |folder|
          Dir.rmdir(place(folder)) if File.directory?(place(folder)) && Dir.empty?(place(folder))
        end
      end

      def place(path) = File.join(@dir, path)
    end
  end
end
