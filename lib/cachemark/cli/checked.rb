# frozen_string_literal: true

module Cachemark
  module CLI
    # What the words of `check` select: contenders, the cases that they are put to, and the controls that
    # belong to these cases.
    class Checked
      SEEDS = 2**31
      REFERENCE = "socket"
      private_constant :SEEDS, :REFERENCE

      #: (Array[String], Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
      def initialize(words, options, catalog:, versions:, runtime:)
        @words = words
        @options = options
        @catalog = catalog
        @resolver = Contender::Resolver.new(catalog: catalog, versions: versions, runtime: runtime)
      end

      # What Measuring asks of a selection.
      def suite_facts = { "id" => "check", "title" => @words.join(" ") }
      def locks = {}
      def machine = {}

      # Raises Usage for whatever the words and options cannot mean.
      #: () -> Lab::Job
      def job
        raise Usage.new("check needs a contender", try: "cachemark check dalli") if @words.empty?

        Lab::Job.new(cells: [], seed: @options.fetch(:seed) { Random.new_seed % SEEDS }, exams: exams + controls)
      end

      private

      def exams = contenders.map { |contender| Plan::Exam.new(contender: contender, cases: cases) }

      def contenders
        @words.flat_map { |word| word.include?("..") ? @resolver.expand_range(word) : [@resolver.resolve(word)] }
      end

      def cases
        @cases ||= Fault::Case.all(@catalog.situations.values).select { |one| asked?(one) }.tap { |found| refuse if found.empty? }
      end

      def asked?(one)
        return false if one.situation.thorough && !@options[:thorough]

        globs = @options[:cases] or return true
        globs.any? { |glob| File.fnmatch?(glob, one.id, File::FNM_EXTGLOB) }
      end

      def refuse
        raise Usage.new("no case matches #{@options[:cases].join(" ")}", try: "see: cachemark list cases")
      end

      # Each flaw on the situations that name it, and the reference on all.
      def controls
        flaws = cases.flat_map { |one| one.situation.controls }.uniq
        [exam(REFERENCE, REFERENCE, cases)] + flaws.map do |flaw|
          exam("control,flaw=#{flaw}", flaw, cases.select { |one| one.situation.controls.include?(flaw) })
        end
      end

      # The reference may be among the contenders, too.
      def exam(word, name, cases)
        contender = @resolver.resolve(word)
        Plan::Exam.new(contender: contender.with(id: "#{contender.id} (control)"), cases: cases, control: name)
      end
    end
  end
end
