# frozen_string_literal: true

module Cachemark
  module Stats
    # A comparison that several hosts measured. Hosts are the top level: each has one change, the mean of its records, and the
    # verdict is about the mean of all such hosts. Pairs of one host share its processor, its other processes and its luck, so
    # they do not show how much another host would differ.
    class OverHosts
      # A host with fewer pairs has no change.
      FEWEST_PAIRS = 3

      # What one host found. `host` is its name.
      OfHost = Value.define(:host, :verdict, :effect, :interval, :pairs, reason: nil)

      # Comparison.of describes the arguments.
      #: (Record, **Object) -> void
      def initialize(record, only: nil, also: [], **which)
        @record = record
        @names = record.run["hosts"].to_h { |host| host.values_at("id", "host") }
        @judgements = record.hosts.transform_values { |own| Judgement.new(own, only: only, also: also, **which) }
        @comparisons = @judgements.transform_values(&:comparison)
        @options = Judgement::DEFAULTS.merge((record.run["options"] || {}).compact)
        @metrics = only ? only.map(&:last) : @options["metrics"]
        @also = also
      end

      #: () -> Comparison
      def comparison
        verdicts = asked.flat_map { |key| verdicts(*key) }.freeze
        Comparison.new(**RunFacts.of(@record), verdicts: verdicts, noise: noise, notes: notes(verdicts),
                       notations: @record.cells.to_h { |cell| cell.values_at("contender", "notation") }.freeze)
      end

      private

      # [[comparison, metric]] that were asked for. Other answers about time belong to the default metric.
      def asked = @asked ||= answered.select { |_, metric| @metrics.include?(metric) }

      # [[comparison, metric]] of all verdicts of hosts.
      def answered
        @answered ||= @comparisons.values.flat_map(&:verdicts).map { |verdict| [verdict.comparison, verdict.metric] }.uniq
      end

      # Each host answers the same question, so that their changes are of one kind.
      def verdicts(comparison, metric)
        found = found(comparison, metric)
        views = views(found, comparison, metric)
        shown(views.transform_values(&:last), comparison, metric).map do |question|
          seen = found.merge(views.fetch(question).first)
          footnotes = found.values.map(&:footnotes).reduce(:&)
          footnotes += judged_by(question, views) if first?
          found.values.first.with(**views.fetch(question).last.to_h, metric: first? ? metric : question, p: nil,
                                  pairs: found.values.sum(&:pairs), footnotes: footnotes.freeze,
                                  left_out: found.values.sum { |own| own.left_out.to_i }.nonzero?,
                                  hosts: seen.map { |id, own| of_host(id, own) }.freeze)
        end
      end

      def first? = TimeMethod.first?(@record.run)

      # The questions with a verdict. One that was asked for has its own.
      def shown(answers, comparison, metric)
        return [Judgement::Timed::Questions::First.decide(answers).first] if first?

        named = [*@also, *(answered if answers.values.none?(&:over_hosts?))].select { |id, _| id == comparison }.map(&:last)
        shown = Judgement::Timed::Questions.shown(answers, margin: @options["margin"], named: named).keys
        shown.reject do |question|
          question != metric && (asked.include?([comparison, question]) || answers.fetch(question).empty?)
        end
      end

      # {host => its own verdict}
      def found(comparison, metric)
        @comparisons.transform_values do |own|
          own.verdicts.find { |verdict| verdict.comparison == comparison && verdict.metric == metric }
        end.compact
      end

      # {question => [{host => its verdict by that question}, Judged]}
      def views(found, comparison, metric)
        valid = found.reject { |_, own| own.verdict == "invalid" }
        return { metric => [valid, judged(found, valid, metric)] } if Vocabulary::Metrics[metric].exact?

        valid = valid.select { |_, own| own.pairs.positive? }
        return alone(found, valid, comparison, metric) if several(valid) < 2

        asked = valid.keys.to_h { |id| [id, questions(id, comparison, metric)] }
        asked.values.first.parts.slice(*asked.values.map { |questions| questions.parts.keys }.reduce(:&)).to_h do |question, part|
          own = valid.to_h { |id, verdict| [id, by(question, verdict, asked.fetch(id))] }
          [question, [own, judged(found, own, metric, part: part, apart: apart(own, question))]]
        end
      end

      # One host has the verdicts of its pairs.
      def alone(found, valid, comparison, metric)
        others = metric == Vocabulary::Metrics::DEFAULT ? Vocabulary::Metrics::OF_TIME - [metric] : []
        others = others.to_h { |name| [name, found(comparison, name)] }.select { |_, own| own.any? }
        { metric => [valid, judged(found, valid, metric)],
          **others.transform_values { |own| [own, judged(own, own, metric)] } }
      end

      def several(valid) = valid.keys.map { |id| @names.fetch(id) }.uniq.size

      def questions(id, comparison, metric)
        @judgements.fetch(id).questions(line(id, comparison), metric, alpha: alpha)
      end

      def line(id, comparison) = @record.hosts.fetch(id).comparisons.find { |line| line["comparison"] == comparison }

      # Too few pairs for a verdict on one host still say how it differs from others.
      def by(question, verdict, asked)
        answer = asked.answers.fetch(question)
        few = SignedRank.estimate(answer.effects) if answer.effects.size >= FEWEST_PAIRS
        members = answer.to_h.slice(:verdict, :reason, :effect, :interval, :resolution)
        effect = members[:effect] || (few && (Math.exp(few) - 1))
        verdict.with(**members, effect: effect, costs: asked.costs(effect, question))
      end

      # The mean of the shares by which the same code differed from itself, over all hosts.
      def apart(own, question)
        own.sum { |id, verdict| @judgements.fetch(id).apart(line(id, verdict.comparison), question).to_f.abs } / own.size
      end

      def judged(found, own, metric, part: 1, apart: 0.0)
        Judged.new(logs(own), metric, own.any? ? own.values : found.values, alpha: alpha * part, margin: @options["margin"],
                                                                            small: first?, apart: apart)
      end

      def judged_by(question, views) = Judgement::Timed::Questions::First.footnotes(question, views.values.first.last)

      def of_host(id, own) = OfHost.new(host: id, **own.to_h.slice(:verdict, :effect, :interval, :pairs, :reason))

      # The part of alpha of one verdict.
      def alpha
        @alpha ||= @options["alpha"] / [asked.count { |_, metric| !Vocabulary::Metrics[metric].exact? }, 1].max
      end

      # {host's name => its change as a log}, without the records that have none.
      def logs(own)
        own.select { |_, verdict| verdict.effect }.group_by { |id, _| @names.fetch(id) }
             .transform_values { |own| own.sum { |_, verdict| Math.log(1 + verdict.effect) } / own.size }
      end

      # Of each cell, the host on which the same code differed most.
      def noise
        all = @comparisons.values.flat_map(&:noise)
                          .group_by { |noise| [noise.contender, noise.scenario, noise.mode, noise.metric] }
        all.values.map { |own| own.max_by { |noise| [noise.moved ? 1 : 0, noise.effect.to_f.abs] } }.freeze
      end

      # The notes of all hosts, and those of some.
      def notes(verdicts)
        all = @comparisons.transform_values(&:notes)
        common = all.values.reduce(:&)
        own = all.flat_map { |id, notes| (notes - common).map { |note| Remark[:on_host, host: id, note: note] } }
        [Remark[:over_hosts, hosts: @names.values.uniq], *lost, *disagreement(verdicts), *common, *own].freeze
      end

      # The hosts whose record has no end.
      def lost = @record.hosts.select { |_, own| own.ending.empty? }.keys.map { |id| Remark[:host_lost, host: id] }

      # The hosts whose own verdict is the opposite of the change over all.
      def disagreement(verdicts)
        verdicts.select(&:effect).flat_map do |verdict|
          opposite = verdict.effect.positive? ? "faster" : "slower"
          verdict.hosts.select { |host| host.verdict == opposite }.map do |host|
            Remark[:host_disagrees, host: host.host, label: verdict.label, contender: verdict.contender, effect: host.effect]
          end
        end
      end

      # The members of Verdict about the change, from one change per host.
      class Judged
        # With fewer hosts there is no interval over them.
        FEWEST = 2

        # `logs` are {host => log}, `own` the verdicts of the hosts; `small` as in Timed.word. The interval is wider by `apart`,
        # the share by which the same code differed from itself.
        #: (Hash[String, Float], String, Array[Verdict], alpha: Float, margin: Float, ?small: bool, ?apart: Float) -> void
        def initialize(logs, metric, own, alpha:, margin:, small: false, apart: 0.0)
          @logs = logs.values
          @exact = Vocabulary::Metrics[metric].exact?
          @own = own
          @alpha = alpha
          @margin = margin
          @small = small || @exact
          @wider = Math.log(1 + apart)
        end

        #: () -> Hash[Symbol, Object]
        def to_h
          return nothing if empty?
          return { **only, spread: nil } if @logs.size < FEWEST

          { verdict: verdict, reason: reason, effect: share(mean), interval: interval, resolution: resolution,
            spread: share(deviation), costs: costs }
        end

        # Whether no host has a change.
        def empty? = @logs.empty?

        # Whether the change is the mean of several hosts.
        def over_hosts? = @logs.size >= FEWEST

        # Exact metrics have no chance: the interval holds the changes of all hosts.
        #: () -> [Float, Float]?
        def interval
          return @own.filter_map(&:interval).flatten.minmax if @exact
          return if @logs.size < FEWEST

          [mean - half, mean + half].map { |bound| share(bound) }
        end

        private

        # Why no host has a change.
        def nothing
          worst = @own.find { |verdict| verdict.verdict == "invalid" } || @own.first
          { verdict: worst.verdict, reason: worst.reason, effect: nil, interval: nil, resolution: nil, costs: nil, spread: nil }
        end

        def only
          verdicts = @own.select { |verdict| verdict.effect && verdict.verdict != "invalid" }
          verdicts.max_by(&:pairs).to_h.slice(:verdict, :reason, :effect, :interval, :resolution, :costs)
        end

        def verdict = Judgement::Timed.word(interval, margin: @margin, small: @small)

        def reason
          Remark[:between, low: interval.first, high: interval.last, margin: @margin] if verdict == "unresolved"
        end

        def half = (Interval::StudentT.quantile(1 - (@alpha / 2), @logs.size - 1) * error) + @wider

        def error = deviation / Math.sqrt(@logs.size)

        # The standard deviation of the hosts.
        def deviation = Math.sqrt(@logs.sum { |log| (log - mean)**2 } / (@logs.size - 1))

        def resolution
          return @own.filter_map(&:resolution).max if @exact

          share(half + (error * Interval::StudentT.quantile(Estimate::POWER, @logs.size - 1)))
        end

        def costs
          baseline = Median.of(@own.filter_map { |verdict| verdict.costs&.first })
          baseline && [baseline, baseline * (1 + share(mean))]
        end

        def mean = @logs.sum / @logs.size
        def share(log) = Math.exp(log) - 1
      end
    end
  end
end
