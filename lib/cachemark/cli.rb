# frozen_string_literal: true

module Cachemark
  # The commands as a user types them. A command reads words and options, refuses what is wrong, and assembles what the other
  # rooms need; exe/cachemark turns errors into text and exit codes.
  module CLI
    # Hash[String, String]: command => class name, in the order of `help`.
    COMMANDS = { "run" => :Run, "work" => :Work, "compare" => :Compare, "gate" => :Gate, "find" => :Find, "selftest" => :Selftest,
                 "check" => :Check, "doctor" => :Doctor, "list" => :List, "show" => :Show, "history" => :History,
                 "publish" => :Publish, "env" => :Env, "completion" => :Completion, "help" => :Help }.freeze

    # Extends standard output and error: one whose reader is gone raises Gone. An EPIPE of any other file or socket stays the
    # error that it is.
    module Stream
      # Raised when nobody reads on, or when the terminal is gone.
      class Gone < IOError; end

      def write(...) = noticed { super }
      def flush = noticed { super }

      private

      def noticed
        yield
      rescue Errno::EPIPE, Errno::EIO => error
        raise Gone, error.message
      end
    end

    # Runs each command under its own keeper: that is enough to ask a runtime what it is.
    module OneCommand
      #: (Array[String], **Object) -> Host::Exit
      def self.run(argv, **settings)
        Host::Keeper.start { |keeper| keeper.run(argv, **settings) }
      end
    end
    private_constant :OneCommand

    # Runs one command line and answers its exit code.
    #
    #: (Array[String], ?out: IO, ?err: IO) -> Integer
    def self.call(argv, out: $stdout, err: $stderr)
      refuse_bytes(argv)
      name, *rest = argv
      case name
      when nil, "--help", "-h" then Help.new(out: out, err: err).call([])
      when "--version", "-V", "version" then print_version(out)
      else command(name).new(out: out, err: err).call(rest)
      end
    end

    # The class of a command. Raises Usage with the nearest names.
    #
    #: (String) -> Class
    def self.command(name)
      const_get(COMMANDS.fetch(name) { raise Usage.new("unknown command: #{name}", try: instead_of(name)) })
    end

    # In what words are looked up: the catalogue, the releases of the registry, and the runtimes of this machine.
    #
    #: (Hash[Symbol, Object]) -> Hash[Symbol, Object]
    def self.sources(options)
      cache = Paths.new.cache
      { catalog: Catalog.load, versions: Cachemark::Env::Registry.new(cache: cache, offline: options.fetch(:offline, false)),
        runtime: Cachemark::Env::Runtimes.new(cache: cache, spawn: OneCommand) }
    end

    # A record is UTF-8, and keeps the command line.
    def self.refuse_bytes(argv)
      word = argv.find { |one| !one.valid_encoding? } or return
      raise Usage.new("#{word.inspect}: an argument must be UTF-8", try: "write it in UTF-8, or rename the file")
    end
    private_class_method :refuse_bytes

    def self.print_version(out)
      out.puts "cachemark #{Cachemark::VERSION}"
      0
    end
    private_class_method :print_version

    def self.instead_of(name)
      return "cachemark list #{name}" if List::KINDS.include?(name)

      near = Suggest.sentence(name, COMMANDS.keys)
      near.start_with?("Did") ? "#{near} See: cachemark help" : "cachemark help"
    end
    private_class_method :instead_of
  end
end
