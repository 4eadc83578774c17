# frozen_string_literal: true

module Cachemark
  module CLI
    # `.cachemark.yml` in the root of a client's repository: what its maintainers would otherwise type each time. It may come
    # with a pull request, so it names no program, no server, no permission, and no file outside of the repository.
    class ConfigFile
      NAME = ".cachemark.yml"
      MOST_BYTES = 65_536
      # {part of the file => [key of the option that it sets, the commands that use it]}.
      PARTS = { "scenarios" => [:scenarios, %w[run work compare gate find]], "time" => [:for_s, %w[run compare gate]],
                "margin" => [:margin, %w[compare gate find]], "baseline" => [:baseline, %w[check]],
                "with" => [:with, %w[run work compare gate find explain check outage]] }.freeze
      # The commands whose contender, if they are given none, is the repository's client.
      OF_CLIENT = %w[run work gate check outage].freeze
      OWNERS = [Process.uid, 0].freeze
      # The words that can name a program.
      PROGRAMS = [*Vocabulary::Language.all.values.map(&:option), "memcached"].freeze
      private_constant :MOST_BYTES, :PARTS, :OF_CLIENT, :OWNERS, :PROGRAMS

      # The root of the repository that holds a folder; nil outside of any.
      #: (String) -> String?
      def self.root(folder)
        folder = File.dirname(folder) until File.exist?(File.join(folder, ".git")) || folder == File.dirname(folder)
        folder if File.exist?(File.join(folder, ".git"))
      end

      # The file in a root; nil without one. Raises Usage for a file that is none, or that is not the user's.
      #: (String) -> ConfigFile?
      def self.in(root)
        path = File.join(root, NAME)
        stat = File.lstat(path)
        refuse(path, "is not a regular file", "replace it by one") unless stat.file?
        refuse(path, "belongs to another user", "remove it, or own it") unless OWNERS.include?(stat.uid)
        new(root, File.read(path, MOST_BYTES + 1, encoding: "UTF-8").to_s)
      rescue Errno::ENOENT, Errno::ENOTDIR
        nil
      rescue SystemCallError => error
        refuse(path, "cannot be read: #{error.message.sub(/ @ .*/, "")}", "make it readable, or remove it")
      end

      # The file at the commit that a change starts from; nil without one. If only the change has the file, the block receives a
      # sentence.
      #: (String, String?) { (String) -> void } -> ConfigFile?
      def self.at(root, commit)
        text = commit && Places.new.repository(root).show(commit, NAME)
        return new(root, text.force_encoding("UTF-8"), commit: commit[0, 7]) if text

        yield "#{NAME} is not used: it is not in the commit that the change starts from" if File.exist?(File.join(root, NAME))
        nil
      end

      def self.refuse(path, what, try) = raise(Usage.new("#{path} #{what}", try: try))
      private_class_method :refuse

      # - commit: the short id of the commit that it was read from; nil for the folder's own.
      # Raises Usage with the file, the line and the part.
      #: (String, String, ?commit: String?) -> void
      def initialize(root, text, commit: nil)
        @root = root
        @commit = commit
        path = commit ? "#{NAME} of #{commit}" : File.join(root, NAME)
        raise Usage.new("#{path} is larger than #{MOST_BYTES} bytes", try: "shorten it") if text.bytesize > MOST_BYTES

        @document = Catalog::Document.new(path, text)
        Catalog::Document::Schema.new(File.join(ROOT, "catalog"), "config").check(@document)
        @parts = @document.data.slice("client", *PARTS.keys)
        refuse_places
      end

      # Yields the part, the key of its option and a text for that, for each setting that a command uses. Raises Usage with the
      # line of a setting that is wrong.
      #: (String) { (String, Symbol, String) -> void } -> void
      def each(command)
        @parts.except("client").each do |part, value|
          key, commands = PARTS.fetch(part)
          next unless commands.include?(command)

          texts(part, value).each do |text|
            Options::WITH.parts(text) if part == "with"
            yield part, key, text
          rescue Usage => error
            raise @document.problem("/#{part}", "is refused: #{error.what}", try: error.try)
          end
        end
      end

      # The contender of a command without any: the client, as it is in the repository, or the release of it that an application
      # uses. `gate` knows by itself where a client is.
      #: (String) -> Array[String]
      def contenders(command)
        client = @parts["client"]
        return [] unless client && OF_CLIENT.include?(command)

        notation = Contender::Notation.parse(client)
        return [client] if notation.version || command == "gate"

        [notation.rewritten("path:#{@root}", notation.options)]
      end

      # The facts for the record. `used`: {part => its texts}.
      #: (Hash[String, Array[String]]) -> Hash[String, Object]
      def facts(used) = { "file" => NAME, "commit" => @commit, "settings" => used }.compact

      private

      def texts(part, value)
        case part
        when "with" then value.map { |word, values| "#{word}=#{Array(values).join(",")}" }
        when "scenarios", "baseline" then Array(value).map { |text| file?(part, text) ? File.join(@root, text) : text }
        else [value]
        end
      end

      def file?(part, text) = part == "baseline" || text.match?(/\0|\.ya?ml(,|\z)/)

      def refuse_places
        refuse_programs(@parts.fetch("with", {})) { |word| "/with/#{word}" }
        refuse_programs(Contender::Notation.parse(@parts["client"]).options) { "/client" } if @parts["client"]
        %w[scenarios baseline].each do |part|
          named = Array(@parts[part]).select { |text| file?(part, text) }
          outside = named.find { |text| !inside?(text) } or next
          raise @document.problem("/#{part}", "must be a file of the repository, not #{outside.inspect}",
                                  try: "name it from the root of the repository, without .. and links")
        end
      end

      # The block returns the place of a word in the file.
      def refuse_programs(words)
        words.each do |word, values|
          named = Array(values).find { |value| program?(word, value) } or next
          raise @document.problem(yield(word), "must be a version or a value, not #{named.inspect}",
                                  try: "name programs on the command line: --with #{word}=PATH")
        end
      end

      # Other values than "3.3", "jruby-10" or "1.6.9..1.6.45" can. A file wins over the release of the same name.
      def program?(word, value)
        return true if value.match?(%r{[/~,]})

        PROGRAMS.include?(word) && (!release?(value) || File.exist?(File.expand_path(value)))
      end

      def release?(value) = value.split("..", -1).all? { |bound| Cachemark::Env::Runtimes::Choice.word?(bound) }

      # Whether a path stays in the repository, also through links.
      def inside?(text)
        return false if text.include?("\0")

        path = File.expand_path(text, @root)
        return false unless path.start_with?("#{@root}/")

        found = path
        found = File.dirname(found) until File.exist?(found)
        Paths.inside?(found, @root)
      end
    end
  end
end
