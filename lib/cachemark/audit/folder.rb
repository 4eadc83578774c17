# frozen_string_literal: true

module Cachemark
  module Audit
    # Reads the lock files of a folder: regular files up to a limit, and no link out of the folder.
    class Folder
      # The largest file, in bytes, and the largest number of files.
      LIMIT = 5 * 1024 * 1024
      FILES = 100
      # Pattern of a name => its reader.
      READERS = {
        "Gemfile.lock" => Readers::Bundler, "gems.locked" => Readers::Bundler,
        "*requirements*.txt" => Readers::Requirements, "requirements/*.txt" => Readers::Requirements,
        "poetry.lock" => Readers::Toml, "uv.lock" => Readers::Toml,
        "package-lock.json" => Readers::Npm, "npm-shrinkwrap.json" => Readers::Npm,
        "composer.lock" => Readers::Composer, "go.mod" => Readers::Go
      }.freeze
      # Lock files without a reader.
      UNREAD = %w[Cargo.lock Pipfile.lock bun.lock bun.lockb mix.lock pdm.lock pnpm-lock.yaml pylock.toml yarn.lock].freeze
      # Folders below the folder that have lock files.
      BELOW = ["requirements"].freeze
      # The file that names the Ruby of a project for version managers.
      RUBY = ".ruby-version"
      private_constant :FILES, :BELOW, :RUBY

      # `names` are those of the packages that matter, by registry.
      #: (String, Hash[String, Set[String]]) -> void
      def initialize(path, names)
        @root = File.realpath(path)
        @names = names
      end

      #: () -> Contents
      def contents
        @done = {}
        waiting = names.map { |name| Include.new(file: name, line: nil, constraint: false) }
        while (inclusion = waiting.shift)
          next if @done.key?(inclusion.file)
          break gap(inclusion.file, "more than #{FILES} files") if @done.size >= FILES

          waiting.concat(read(inclusion).includes)
        end
        Contents.new(files: @done.keys, packages: settled(@done.values.flat_map(&:packages)), gaps: @done.values.flat_map(&:gaps),
                     runtime: runtime)
      end

      private

      def runtime
        locked = @done.values.filter_map(&:runtime).min_by { |version| Gem::Version.new(version) }
        locked || text(RUBY)[/\A(?:ruby-)?(#{Readers::Bundler::NUMBER})\s*\z/o, 1]
      rescue Unreadable, SystemCallError
        nil
      end

      # The paths of the lock files, below the root.
      def names
        all = children("") + BELOW.flat_map { |folder| children(folder).map { |name| "#{folder}/#{name}" } }
        all.select { |name| reader(name) || UNREAD.include?(name) }.sort
      end

      # A name that is not UTF-8 cannot be printed.
      def children(folder)
        path = real(folder)
        File.directory?(path) ? Dir.children(path, encoding: "UTF-8").select(&:valid_encoding?) : []
      rescue Errno::ENOENT
        []
      rescue Unreadable, SystemCallError => error
        raise if folder.empty?

        gap(folder, said(error))
        []
      end

      def reader(name) = READERS.find { |pattern, _| File.fnmatch?(pattern, name, File::FNM_PATHNAME) }&.last

      def read(inclusion)
        raise Unreadable, "Cachemark does not read this format yet" if UNREAD.include?(inclusion.file)

        # A file that another one includes may have any name.
        type = reader(inclusion.file) || Readers::Requirements
        reading = type.read(text(inclusion.file), inclusion.file, @names)
        [reading.packages, reading.gaps, reading.includes].each { |found| Readers.few(found) }
        @done[inclusion.file] = inclusion.constraint ? constraints(reading) : reading
      rescue Unreadable, SystemCallError => error
        gap(inclusion.file, said(error))
      rescue SystemStackError
        gap(inclusion.file, "its data is nested too deeply")
      end

      def said(error) = error.is_a?(Unreadable) ? error.message : error.message.sub(/ @ .*/m, "").downcase

      def gap(file, why) = @done[file] = Reading.new(gaps: [Gap.new(file: file, line: nil, why: why)])

      def constraints(reading)
        reading.with(packages: reading.packages.map { |package| package.with(constraint: true) },
                     includes: reading.includes.map { |inclusion| inclusion.with(constraint: true) })
      end

      # A pinned constraint pins the package of a file that does not.
      def settled(packages)
        pinned = packages.select { |package| package.constraint && package.version }
        pins = pinned.to_set { |package| [package.registry, package.name] }
        packages.reject { |package| package.version.nil? && pins.include?([package.registry, package.name]) }
                .uniq { |package| [package.registry, package.name, package.version, package.why, package.file] }
      end

      # The path without links, below the root.
      def real(name)
        path = File.realpath(name, @root)
        return path if Paths.inside?(path, @root)

        raise Unreadable, "it is outside of the folder, so it is not read"
      end

      def text(name)
        path = real(name)
        raise Unreadable, "it is no regular file" unless File.file?(path)

        bytes = File.open(path, File::RDONLY | File::NONBLOCK | File::NOFOLLOW | File::BINARY) do |file|
          raise Unreadable, "it is no regular file" unless file.stat.file?

          file.read(LIMIT + 1) || +""
        end
        raise Unreadable, "it has more than #{LIMIT / 1024 / 1024} MB" if bytes.bytesize > LIMIT

        plain(bytes.force_encoding(Encoding::UTF_8).delete_prefix("\uFEFF"))
      end

      def plain(text)
        raise Unreadable, "it is not UTF-8 text" if !text.valid_encoding? || text.include?("\0")
        raise Unreadable, "it is empty" if text.strip.empty?

        text
      end
    end
  end
end
