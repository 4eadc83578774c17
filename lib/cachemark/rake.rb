# frozen_string_literal: true

require "did_you_mean"
require "rake"
require_relative "gate_process"

module Cachemark
  # The tasks that `require "cachemark/rake"` adds to the Rakefile of a client's repository. `rake bench` gates the working
  # copy against its merge-base with main; `rake bench:compare` compares contenders. Variables such as BENCH_FOR=60s set
  # options, and so does the Rakefile:
  #
  #   Cachemark::BenchTasks.configure { |options| options.update(scenario: "client/get", for: "60s") }
  class BenchTasks
    include ::Rake::DSL

    # Options of both commands, options of one of them, and the names of contenders.
    COMMON = %i[for margin scenario suite with allow metric format output color quiet on resume dry_run].freeze
    ONLY = { "gate" => %i[base head threshold].freeze, "compare" => %i[watch sweep].freeze }.freeze
    # Names of earlier releases, which commands still accept.
    OLD = %i[ruby jit servers memcached servers_from rtt bandwidth placement offline no_install unsafe allow_non_empty
             allow_unresolved junit report record history update seed data no_option_look plain mode server ring alpha
             replicas].freeze
    # The same of one of the commands.
    OLD_OF = { "gate" => %i[exact].freeze, "compare" => %i[until locked].freeze }.freeze
    WORDS = { "gate" => %i[client].freeze, "compare" => %i[contenders].freeze }.freeze
    KNOWN = [*COMMON, *ONLY.values.flatten, *WORDS.values.flatten, :program].freeze
    ACCEPTED = [*KNOWN, *OLD, *OLD_OF.values.flatten].freeze
    TASKS = { "gate" => "bench", "compare" => "bench:compare" }.freeze
    # Options without a value.
    FLAGS = %i[allow_unresolved allow_non_empty exact offline no_install no_option_look unsafe plain quiet watch dry_run].freeze
    VARIABLE = "BENCH_"
    HOW = "BENCH_BASE=newest BENCH_SCENARIO=client/get BENCH_FOR=60s ..."
    private_constant :COMMON, :ONLY, :OLD, :OLD_OF, :WORDS, :KNOWN, :ACCEPTED, :TASKS, :FLAGS, :VARIABLE, :HOW

    class << self
      # Yields the options of the tasks, named as on the command line. Raises ArgumentError for an unknown name.
      #: () { (Hash[Symbol, Object]) -> void } -> void
      def configure
        yield tasks.options
        unknown = tasks.options.keys - ACCEPTED
        raise ArgumentError, unknown.map { |name| strange(name.inspect, name) }.join("\n") if unknown.any?
      end

      # The message about an unknown name.
      def strange(written, name)
        near = DidYouMean::SpellChecker.new(dictionary: KNOWN - [:program]).correct(name.to_s.downcase)
        "#{written} is not an option of cachemark: #{near.any? ? "did you mean #{near.first}?" : "there are #{KNOWN.join(", ")}"}"
      end

      # Defines the tasks once.
      def tasks = @tasks ||= new.tap(&:define)
    end

    # Hash[Symbol, Object]: base, head, client, contenders, program, and the options of `gate`.
    attr_reader :options

    def initialize
      @options = {}
    end

    def define
      desc "Is this client slower than its merge-base with main? (#{HOW})"
      task(:bench) { call("gate", asked[:client]) }
      namespace(:bench) do
        desc "Compare contenders (BENCH_CONTENDERS='dalli@newest dalli@path:.')"
        task(:compare) { call("compare", contenders) }
      end
    end

    private

    def call(command, words)
      refuse(command)
      argv = [*asked.fetch(:program) { GateProcess.program }, command, *words,
              *GateProcess.words(asked.slice(*options_of(command)))]
      code = GateProcess.show(argv)
      exit(code) unless code.zero?
    end

    # A variable for another command is a mistake: exit code 2, as for the command itself.
    def refuse(command)
      own = options_of(command) + WORDS.fetch(command)
      complaints = variables.keys.reject { |name| own.include?(name) }.map { |name| complaint(name, TASKS.fetch(command)) }
      return if complaints.empty?

      warn(*complaints)
      exit 2
    end

    def options_of(command) = [*ONLY.fetch(command), *OLD_OF.fetch(command), *COMMON, *OLD]

    def complaint(name, task)
      written = "#{VARIABLE}#{name.to_s.upcase}"
      return self.class.strange(written, name) unless ACCEPTED.include?(name) && name != :program

      "#{written} is not an option of rake #{task}, only of rake #{(TASKS.values - [task]).first}"
    end

    # A variable overrides the Rakefile.
    def asked = options.merge(variables.to_h { |name, text| [name, value(name, text)] })

    def variables
      given = ENV.to_h.select { |name, text| name.start_with?(VARIABLE) && !text.empty? }
      given.transform_keys { |name| name.delete_prefix(VARIABLE).downcase.to_sym }
    end

    def value(name, text) = FLAGS.include?(name) ? !%w[0 no false].include?(text) : text

    # Without contenders, `compare` reports what it needs.
    def contenders
      given = asked[:contenders] || []
      given.is_a?(String) ? given.split : given
    end
  end
end

Cachemark::BenchTasks.tasks
