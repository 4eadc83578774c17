# frozen_string_literal: true

module Cachemark
  module CLI
    class Check < Command
      # The selection of `check`: contenders, the cases that they are put to, and the controls of these cases.
      class Selection
        SEEDS = 2**31
        private_constant :SEEDS

        #: (Array[String], Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
        def initialize(words, options, catalog:, versions:, runtime:)
          @words = words
          @options = options
          @catalog = catalog
          @resolver = Contender::Resolver.new(catalog: catalog, versions: versions, runtime: runtime)
        end

        # Measuring asks every selection for these.
        def suite_facts = { "id" => "check", "title" => @words.join(" "), "contenders" => @words }
        def locks = {}
        def machine = {}
        def files = [["baseline", @options[:baseline]]].select(&:last)

        # Raises Usage for whatever the words and options cannot mean.
        #: () -> Lab::Job
        def job
          raise Usage.new("check needs a contender", try: "cachemark check dalli") if @words.empty?

          Lab::Job.new(cells: [], seed: @options.fetch(:seed) { Random.new_seed % SEEDS }, axes: axes,
                       exams: examined + controls)
        end

        # Array[String]: every case that there is, thorough ones too.
        def known = every.map(&:id)

        private

        def exams
          refuse_twins
          @exams ||= singles.map { |word| examinable(@resolver.resolve(word)) }.then do |contenders|
            contenders.map { |contender| Plan::Exam.new(contender: contender, cases: cases, peers: contenders - [contender]) }
          end
        end

        def examinable(contender)
          reason = contender.examination.refused or return contender
          raise Usage.new("#{contender.id} cannot be checked: #{reason}", try: "cachemark list clients")
        end

        def axes
          @axes ||= (@words - singles).map do |word|
            positions = @resolver.lineage.releases(word).each_with_index.map do |member, number|
              Plan::Position.new(number: number, contender: member.contender, name: member.name)
            end
            Plan::Exam::Axis.new(name: word, positions: positions, cases: cases)
          end
        end

        # Of single contenders, and of those releases that come first.
        def examined = exams + axes.flat_map(&:first)

        def singles = @words.reject { |word| word.match?(/@[^,]*\.\./) }

        def refuse_twins
          twin = @words.tally.find { |_, count| count > 1 } or return
          raise Usage.new("#{twin.first} is named twice", try: "name each contender once")
        end

        def every = @every ||= Fault::Case.all(@catalog.faults.values)

        def cases
          @cases ||= globs.any? ? globs.flat_map { |glob| matching(glob) }.uniq.sort_by { |one| every.index(one) } : quick(every)
        end

        def globs = @options[:cases] || []

        # A pattern selects slow cases only with --thorough. A case that is named, also in braces, is always selected.
        def matching(glob)
          found = every.select { |one| one.id == glob || File.fnmatch?(glob, one.id, File::FNM_EXTGLOB) }
          refuse(glob) if found.empty?
          glob.match?(/[*?\[]/) ? quick(found).tap { |some| refuse_thorough(glob) if some.empty? } : found
        end

        def quick(some) = @options[:thorough] ? some : some.reject { |one| one.fault.thorough }

        def refuse(glob)
          near = Suggest.sentence(glob, known)[/Did you mean.*/] unless glob.match?(/[*?\[{]/)
          raise Usage.new("no case matches #{glob}", try: near || "cachemark list cases")
        end

        def refuse_thorough(glob)
          raise Usage.new("only slow cases match #{glob}", try: "add --thorough")
        end

        # The reference on all cases, and each mutant on the faults that name it: first the cases that were asked for, then the
        # other variants, as one of those may be the one that catches it.
        def controls
          mutants = cases.flat_map { |one| one.fault.controls }.uniq.select { |mutant| needed?(mutant) }
          reference = exam(Plan::Exam::REFERENCE, Plan::Exam::REFERENCE, cases)
          [reference, *mutants.map do |mutant|
            exam(mutated(mutant), mutant, (cases + variants).select { |one| one.fault.controls.include?(mutant) })
          end].map { |exam| exam.with(peers: [reference.contender]) }
        end

        # Mutants without a language show that a case can fail at all. The driver of each language injects some faults itself, so
        # each has mutants of its own, which a check of other languages does not need.
        def needed?(mutant)
          language = mutant.rpartition("/").first
          language.empty? || examined.any? { |exam| exam.contender.client.language == language }
        end

        # "python/keeps-connection" is a mutant of the control of that language.
        def mutated(mutant)
          language, _, name = mutant.rpartition("/")
          "#{"#{language}/" unless language.empty?}control,mutant=#{name}"
        end

        # The others of the faults that are asked for.
        def variants
          faults = cases.map(&:fault)
          every.select { |one| faults.include?(one.fault) } - cases
        end

        # The reference may be among the contenders, too.
        def exam(word, name, cases)
          contender = @resolver.resolve(word)
          Plan::Exam.new(contender: contender.with(id: "#{contender.id} (control)"), cases: cases, control: name)
        end
      end
    end
  end
end
