# frozen_string_literal: true

require "did_you_mean"
require "optparse"

module Cachemark
  # The commands of the command line. A command reads words and options, refuses wrong ones, and assembles the values for the
  # other folders of lib. exe/cachemark turns errors into text and exit codes.
  module CLI
    # {heading of `help` => names of commands}.
    GROUPS = {
      "Measure" => %w[run outage check work], "Compare" => %w[compare gate find explain],
      "Results" => %w[show merge publish contribute history],
      "Set-up" => %w[doctor audit selftest list env init completion help]
    }.freeze
    # Hash[String, Symbol]: command => class name, in the order of `help`.
    COMMANDS = GROUPS.values.flatten.to_h { |name| [name, name.capitalize.to_sym] }.freeze
    # {command => its names in other tools}
    OTHER_NAMES = {
      "run" => %w[bench benchmark measure perf], "compare" => %w[diff cmp versus], "gate" => %w[ci guard],
      "find" => %w[bisect blame], "explain" => %w[why], "check" => %w[test faults chaos],
      "outage" => %w[fail failover kill], "list" => %w[ls], "show" => %w[report view cat],
      "doctor" => %w[health diagnose status], "init" => %w[config setup], "audit" => %w[scan security],
      "work" => %w[trace wire]
    }.freeze
    # {option of other tools => keys of the options here that do this}
    OTHER_OPTIONS = { **%w[--only --filter --match --grep].to_h { |flag| [flag, %i[scenarios cases]] },
                      "--time" => %i[for_s], "--duration" => %i[for_s] }.freeze
    private_constant :OTHER_NAMES, :OTHER_OPTIONS

    # Extends standard output and error: a stream without a reader raises Gone. An EPIPE of any other file or socket stays
    # unchanged.
    module Stream
      # Raised if the reader or the terminal is gone.
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

    # Runs each command under a separate keeper, which is sufficient to ask a runtime for its version.
    module OneCommand
      #: (Array[String], **Object) -> Host::Exit
      def self.run(argv, **settings)
        Host::Keeper.start { |keeper| keeper.run(argv, **settings) }
      end
    end
    private_constant :OneCommand

    # Runs one command line and returns its exit code.
    #: (Array[String], ?out: IO, ?err: IO) -> Integer
    def self.call(argv, out: $stdout, err: $stderr)
      refuse_bytes(argv)
      name, *rest = argv
      replica, name, *rest = rest if name == OnHosts::REPLICA
      case name
      when nil, "--help", "-h" then Help.new(out: out, err: err).call([])
      when "--version", "-V", "version" then print_version(out)
      else
        refuse_gone_folder
        command(name).new(out: out, err: err, replica: replica).call(rest)
      end
    end

    # The class of a command. Raises Usage with the nearest names.
    #: (String) -> Class
    def self.command(name)
      const_get(COMMANDS.fetch(name) { raise Usage.new("unknown command: #{name}", try: instead_of(name)) })
    end

    # The names of the commands that have an option, or had it.
    #: (String) -> Array[String]
    def self.commands_with(flag)
      COMMANDS.select do |name, constant|
        const_get(constant).groups.values.flatten.flat_map(&:names).include?(flag) || CommandLine.old_of(name).key?(flag)
      end.keys
    end

    # Where words are looked up: the catalogue, the releases of the registry, and the runtimes of this machine.
    #: (Hash[Symbol, Object]) -> Hash[Symbol, Object]
    def self.sources(options)
      cache = Paths.new.cache
      shared = { cache: cache, offline: options[:install] == "cached", age_s: (0 if options[:refresh]) }.compact
      said = ->(text) { $stderr.puts "note: #{text}" }
      index = lambda do |kind|
        next Cachemark::Env::Npm::Index.new(**shared, spawn: OneCommand) if kind == "npm"

        Cachemark::Env::Pip::Index.new(**shared, spawn: OneCommand, notify: said)
      end
      { catalog: Catalog.load, versions: Cachemark::Env::Registry.new(**shared, index: index),
        runtime: Cachemark::Env::Runtimes.new(cache: cache, spawn: OneCommand) }
    end

    # The releases of memcached that can be had here.
    #: (Hash[Symbol, Object]) -> Cachemark::Env::Servers
    def self.servers(options)
      Cachemark::Env::Servers.new(cache: Paths.new.cache, spawn: OneCommand, offline: options[:install] == "cached")
    end

    # A record is UTF-8, and includes the command line.
    def self.refuse_bytes(argv)
      word = argv.find { |one| !one.valid_encoding? } or return
      raise Usage.new("#{word.inspect}: an argument must be UTF-8", try: "write it in UTF-8, or rename the file")
    end
    private_class_method :refuse_bytes

    # Paths are seen from the current folder.
    def self.refuse_gone_folder
      Dir.pwd
    rescue SystemCallError
      raise Usage.new("the current folder is gone", try: "change to a folder that exists: cd ~")
    end
    private_class_method :refuse_gone_folder

    def self.print_version(out)
      out.puts "cachemark #{Cachemark::VERSION}"
      0
    end
    private_class_method :print_version

    def self.instead_of(name)
      command = OTHER_NAMES.keys.find { |known| OTHER_NAMES[known].include?(name) }
      command ||= "list #{name}" if List::KINDS.include?(name)
      return "cachemark #{command}" if command

      near = Suggest.sentence(name, COMMANDS.keys)
      near.start_with?("Did") ? "#{near} See: cachemark help" : "cachemark help"
    end
    private_class_method :instead_of

    # The base of every command. A command has a summary, arguments, options under headings, and examples; `perform` does the
    # work. OptionParser parses the options.
    class Command
      # The columns of help on a terminal; elsewhere the most of them. The width of the flags in it.
      WIDTHS = 60..100
      FLAGS = 30
      # The paragraph about contenders in help.
      CONTENDER = "A CONTENDER is CLIENT[@VERSION][,OPTION=VALUE]..., such as dalli, dalli@3.2.8, dalli@path:../dalli, " \
                  "dalli@git:main or memcached,binary=on. See: cachemark list clients."
      private_constant :WIDTHS, :FLAGS

      # OptionParser without its automatic options, such as --version, and without abbreviations: an option that a command does
      # not have must not be parsed as another. `require_exact` of Ruby 3.1 would refuse --option=VALUE and --.
      class Parser < OptionParser
        def add_officious = nil

        private

        def complete(kind, name, *)
          search(kind, name) { |switch| return [switch, name] }
          raise InvalidOption, name
        end
      end
      private_constant :Parser

      class << self
        # String: a sentence for help; String: the arguments after the name. Array[[String, String]]: a command line and its
        # description. {heading => Array[Options::Option]}.
        attr_reader :summary, :arguments, :examples, :groups

        # The option, or the word of a list, with that key.
        #: (Symbol) -> Options::Option
        def option(key)
          groups.values.flatten.flat_map(&:meanings).find { |option| option.key == key }
        end

        private

        def describe(summary, arguments: "", examples: [])
          @summary = summary
          @arguments = arguments
          @examples = examples
          @groups = {}
        end

        # The options of the command under the headings of its help.
        def takes(**groups) = @groups = groups
      end

      # `replica`: the names of the host and of the job, for a command that --on has started there (OnHosts::Replica).
      #: (out: IO, err: IO, ?replica: String?) -> void
      def initialize(out:, err:, replica: nil)
        @out = out
        @err = err
        @replica = replica
        @options = {}
      end

      # Parses the arguments and runs the command; returns the exit code.
      #: (Array[String]) -> Integer
      def call(argv)
        @argv = argv.dup.freeze
        words = parse(argv)
        return print_help(all: @options.key?(:help)) if @options[:help] || @options[:usual]

        @err = File.open(File::NULL, "w") if @options[:quiet]

        Options.refuse_contradictions(@options)
        @options = Options.with_format(@options, (self.class.option(:format)&.words || []) - [Options::FULL])
        perform(words)
      end

      # All options, in the order of help.
      #: () -> Array[Options::Option]
      def options = [*self.class.groups.values.flatten, *Options::COMMON]

      # The help of this command, with all options or only the usual ones.
      #: (?all: bool) -> String
      def help(all: true)
        type = self.class
        usage = ["cachemark", name, type.arguments, "[OPTIONS]"].reject { |word| word.to_s.empty? }.join(" ")
        parts = [wrap(type.summary), wrap(usage, "Usage: "), *(definition if all), *(all ? option_lists : usual_options),
                 "Examples:\n#{examples.first(all ? examples.size : 3).join("\n")}"]
        "#{parts.join("\n\n")}\n"
      end

      private

      def name = COMMANDS.key(self.class.name.split("::").last.to_sym)

      def print_help(all:)
        @out.print help(all: all)
        0
      end

      def examples = self.class.examples.map { |line, does| "#{example(line)}\n#{wrap(does, "      ")}" }

      def definition = self.class.arguments.match?(/CONTENDER|CLIENT|\bA B\b/) ? [wrap(CONTENDER)] : []

      def option_lists
        groups = [*self.class.groups, ["Every command", Options::COMMON]].map do |heading, options|
          "#{heading}:\n#{options.reject(&:published).flat_map { |option| entries(option) }.join("\n")}"
        end
        published = options.flat_map(&:meanings).any?(&:published)
        published ? [*groups, wrap("Options that repeat published benchmarks: cachemark help published")] : groups
      end

      def usual_options
        usual = self.class.groups.values.flatten.select { |option| Options::USUAL.include?(option.key) }.first(Options::MOST_USUAL)
        ["Usual options:\n#{usual.map { |option| entry(option) }.join("\n")}", "All options: cachemark #{name} --help"]
      end

      # An option, and the words of its list.
      def entries(option) = [entry(option), *option.members.reject(&:published).map { |member| entry(member, "    ") }]

      # A long flag has its own line.
      def entry(option, indent = "  ")
        head = "#{indent}#{option.flag}".ljust(FLAGS)
        return wrap(option.text, head) if head.size == FLAGS && head.end_with?(" ")

        "#{head}\n#{wrap(option.text, " " * FLAGS)}"
      end

      # A command that can be copied also from several lines.
      def example(line)
        Report::Terminal::Wrap.text("cachemark #{line}", width - 6, head: "  ").gsub("\n", " \\\n  ")
      end

      def wrap(text, head = "") = Report::Terminal::Wrap.text(text, width, head: head)

      def width = display.terminal? ? display.width.clamp(WIDTHS) : WIDTHS.max

      # A line of a list: wrapped at words on a terminal; a single line in a file or a pipe.
      def folded(text, head = "")
        display.terminal? ? Report::Terminal::Wrap.text(text, display.width - 1, head: head) : "#{head}#{text}"
      end

      def display = Live::Display.new(@out, color: @options[:color])

      def parse(argv)
        known = options.flat_map(&:names)
        parser.permute(CommandLine.renewed(argv, known, command: name) { |old, new| @err&.puts "note: #{old} is now #{new}" })
      rescue OptionParser::ParseError => error
        advice = error.is_a?(OptionParser::InvalidOption) ? advice_on(error.args.first[/\A--?\w[\w-]*/]) : []
        raise Usage.new("#{name}: #{error.message.lines.first.chomp}",
                        try: [*advice, *("See:" if advice.any?), "cachemark help #{name}"].join(" "))
      end

      def parser
        @parser ||= Parser.new.tap do |parser|
          options.each { |option| parser.on(*option.flag.split(", ")) { |given| take(option, given) } }
        end
      end

      def take(option, given)
        return option.parts(given).each { |member, text| take(member, text) } if option.members.any?

        option.readings(given).each { |meant, text| assign(meant, text) }
      end

      def assign(option, given)
        refuse_twice(option, given) if @options.key?(option.key) && option.once
        value = option.value_of(given)
        return @options[option.key] = value unless option.many

        @options[option.key] = option.listed ? @options.fetch(option.key, []) | [value] : [*@options[option.key], value]
      end

      def refuse_twice(option, given)
        flag = option.names.last
        raise Usage.new("#{name}: #{flag} is given twice: #{@options[option.key]} and #{given}",
                        try: "keep one #{flag}")
      end

      # Sentences about an unknown option: the commands that have it, and the option here that may be meant.
      def advice_on(flag)
        return [] unless flag

        owners = CLI.commands_with(flag)
        near = begun(flag) || (nearest(flag) if owners.empty?)
        [*("#{flag} belongs to #{Vocabulary.list(owners)}." if owners.any?), *("Did you mean #{near}?" if near)]
      end

      def begun(flag) = long_flags.find { |one| one.start_with?(flag.sub(/\A--?/, "--")) }

      def nearest(flag)
        meant = OTHER_OPTIONS.fetch(flag, []).filter_map { |key| self.class.option(key) }.first
        meant ? meant.names.last : DidYouMean::SpellChecker.new(dictionary: long_flags).correct(flag.sub(/\A--?/, "--")).first
      end

      def long_flags = options.flat_map(&:names).grep(/\A--/)

      def refuse_more(words)
        return if words.empty?

        raise Usage.new("#{name}: unexpected argument #{words.map(&:inspect).join(" ")}", try: "cachemark help #{name}")
      end
    end
  end
end
