# frozen_string_literal: true

require "rake"
require_relative "gate_process"

module Cachemark
  # What `require "cachemark/rake"` gives the Rakefile of a client's repository: `rake bench`
  # gates the folder as it lies there against its merge-base with main, `rake bench:compare`
  # measures contenders without a judgement. BENCH_FOR=60s and the like say more, or once and for all
  #
  #   Cachemark::BenchTasks.configure { |options| options.update(scenario: "client/*", for: "60s") }
  class BenchTasks
    include ::Rake::DSL

    # What both commands take, and what only `gate` takes.
    COMMON = %i[for margin alpha scenario metric format output record placement offline].freeze
    GATE = %i[threshold junit allow_unresolved].freeze
    VARIABLE = "BENCH_"
    HOW = "BENCH_BASE=newest BENCH_SCENARIO='client/*' BENCH_FOR=60s ..."
    private_constant :COMMON, :GATE, :VARIABLE, :HOW

    class << self
      # The one set of tasks; yields its options, named as those of the command line.
      #
      #: () { (Hash[Symbol, Object]) -> void } -> void
      def configure
        yield tasks.options
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
      task(:bench) { call("gate", *asked[:client], *GateProcess.words(asked.slice(:base, :head, *COMMON, *GATE))) }
      namespace(:bench) do
        desc "Compare without a judgement (BENCH_CONTENDERS='dalli@newest dalli@path:.')"
        task(:compare) { call("compare", *contenders, *GateProcess.words(asked.slice(*COMMON))) }
      end
    end

    private

    def call(*words)
      code = GateProcess.show([*asked.fetch(:program) { GateProcess.program }, *words])
      exit(code) unless code.zero?
    end

    # A variable counts before the Rakefile.
    def asked
      names = COMMON + GATE + %i[base head client contenders]
      given = names.to_h { |name| [name, ENV.fetch("#{VARIABLE}#{name.to_s.upcase}", nil)] }
      options.merge(given.reject { |_, text| text.to_s.empty? }.to_h { |name, text| [name, value(name, text)] })
    end

    def value(name, text) = %i[allow_unresolved offline].include?(name) ? !%w[0 no false].include?(text) : text

    # Without any, `compare` says what it needs.
    def contenders
      given = asked[:contenders] || []
      given.is_a?(String) ? given.split : given
    end
  end
end

Cachemark::BenchTasks.tasks
