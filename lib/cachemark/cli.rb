# frozen_string_literal: true

module Cachemark
  # The commands as a user types them. Each class reads words, refuses what is wrong
  # and assembles rooms; exe/cachemark turns errors into words and exit codes.
  module CLI
    # Hash[String, String]: command => class name, in the order of `help`.
    COMMANDS = { "run" => :Run, "work" => :Work, "compare" => :Compare, "gate" => :Gate, "find" => :Find, "selftest" => :Selftest,
                 "check" => :Check, "doctor" => :Doctor, "list" => :List, "show" => :Show, "history" => :History,
                 "publish" => :Publish, "env" => :Env, "completion" => :Completion, "help" => :Help }.freeze

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

    # A record is UTF-8, and keeps the command line.
    def self.refuse_bytes(argv)
      word = argv.find { |one| !one.valid_encoding? } or return
      raise Usage.new("#{word.inspect}: an argument must be UTF-8", try: "Write it in UTF-8, or rename the file.")
    end
    private_class_method :refuse_bytes

    def self.print_version(out)
      out.puts "cachemark #{Cachemark::VERSION}"
      0
    end
    private_class_method :print_version

    # The class of a command. Raises Usage with the nearest names.
    #: (String) -> Class
    def self.command(name)
      const_get(COMMANDS.fetch(name) { raise Usage.new("unknown command: #{name}", try: instead_of(name)) })
    end

    def self.instead_of(name)
      return "See: cachemark list #{name}" if List::KINDS.include?(name)

      "#{Suggest.sentence(name, COMMANDS.keys)} See: cachemark help"
    end
    private_class_method :instead_of
  end
end
