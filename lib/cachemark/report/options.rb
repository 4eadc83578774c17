# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::OptionEffects as text: what each option of a client changes.
    module Options
      extend Kind
      FORMATS = %w[terminal markdown html json].freeze
      SCHEMA = "cachemark/options/1"
      READ_FIRST = "Each option with a value, next to its default, in fresh processes that make the same calls. Nothing is " \
                   "timed. A difference that two processes of one configuration show, too, does not count."
      # Changes in a cell. JSON has all of them.
      MOST = 4
      # The width of the folded changes.
      NARROW = 40
      TONES = { "changes" => nil, "no effect seen" => "slower", "unseen" => "status" }.freeze
      private_constant :SCHEMA, :READ_FIRST, :MOST, :NARROW, :TONES

      class << self
        #: (Stats::OptionEffects, Record) -> Document
        def document(effects, _record)
          Document.new(title: "Cachemark work: options of #{contenders(effects)}", titled: true, origin: effects,
                       headline: [*Document.interruption(effects), answer(effects)], parts: parts(effects),
                       data: -> { data(effects) })
        end

        # The changes as a sentence, the most telling first.
        #: (Stats::OptionEffects::Row, ?most: Integer) -> String
        def changes(row, most: MOST)
          return row.status if row.no_effect?
          return "unknown: #{Sentences.of(row.reason)}" if row.status == "unseen"

          sentences = Changes.new(row.effects).to_a
          more = sentences.size - most
          [*sentences.first(most), *("and #{more} more" if more.positive?)].join("; ")
        end

        private

        def contenders(effects) = Vocabulary.list(effects.rows.map(&:contender).uniq)

        def answer(effects)
          return "There is no option to look at." if effects.rows.empty?

          none, unseen = %w[no\ effect\ seen unseen].map { |status| effects.rows.select { |row| row.status == status } }
          [*("No effect seen: #{names(none)}." if none.any?), *("Not looked at: #{names(unseen)}." if unseen.any?),
           rest(effects.rows.size - none.size - unseen.size, effects.rows.size)].join(" ")
        end

        def rest(count, all)
          return "Each of #{Figures.counted(all, "value")} changes something." if count == all

          "#{Figures.counted(count, "other value")} #{count == 1 ? "changes" : "change"} something." if count.positive?
        end

        def names(rows) = Vocabulary.list(rows.map { |row| "#{row.option}=#{row.value}" }.uniq)

        def parts(effects)
          return [Part::Notes.new(sentences: effects.notes), Part::Origin.new] if effects.rows.empty?

          [Part::Text.new(text: READ_FIRST, tone: "faint"), Part::Heading.new(id: "options", text: "Options"),
           table(effects, Part::TEXT, MOST), table(effects, Part::PAGE, effects.rows.map { |row| row.effects.size }.max),
           Part::Notes.new(sentences: effects.notes), Part::Origin.new(on: %i[markdown])]
        end

        def table(effects, on, most)
          sections = effects.rows.group_by(&:contender).map { |name, rows| Stats::Section.new(heading: name, rows: rows) }
          Table.new(id: "options-#{on.first}", caption: "What each option changes", sections: sections, on: on,
                    words: ->(row) { "#{row.option} #{row.value}" },
                    columns: columns(most, effects.run.dig("options", "servers") || 1))
        end

        # Where it was examined, if not as in a table of this run.
        def place(row, servers)
          [(row.mode unless Vocabulary::Mode.of(row.mode).sync?), ("#{row.servers} servers" if row.servers > servers)].compact
        end

        def columns(most, servers)
          [Column.words("option") { |row| ["#{row.option}=#{row.value}", *place(row, servers)].join(", ") },
           Column.words("default", 1) { |row| row.default || "not set" },
           Column.words("what it changes", narrow: NARROW, tone: ->(row) { TONES.fetch(row.status) }) do |row|
             changes(row, most: most)
           end]
        end

        def data(effects)
          { **Provenance.new(effects).head(SCHEMA), rows: effects.rows.map { |row| entry(row) } }
        end

        def entry(row)
          { **row.to_h.slice(:contender, :option, :value, :default, :servers, :mode, :status),
            reason: row.reason && Sentences.of(row.reason),
            changes: Changes.new(row.effects).to_a, effects: row.effects.map { |effect| effect_data(effect) } }
        end

        # JSON has no infinite numbers.
        def effect_data(effect)
          before, after = [effect.before, effect.after].map { |value| value == Float::INFINITY ? nil : value }
          { kind: effect.kind, what: effect.what, before: before, after: after, probes: effect.probes.keys }
        end
      end

      # Changes as sentences, such as "sends mg instead of get" or "-2 calls per get: Class#method".
      class Changes
        # The names of the lists of words.
        LISTS = { "flags" => "flags", "values" => "bytes of values", "ttls" => "ttl", "quiet" => "quiet commands" }.freeze
        COSTS = { "calls" => "call", "allocations" => "allocation" }.freeze
        TOTALS = ["connections", "writes", "round trips", "bytes out", "bytes in"].freeze
        private_constant :LISTS, :COSTS, :TOTALS

        #: (Array[Stats::OptionEffects::Effect]) -> void
        def initialize(effects)
          @effects = effects
        end

        #: () -> Array[String]
        def to_a = @effects.map { |effect| sentence(effect) }.uniq

        private

        def sentence(effect)
          kind = effect.kind
          return "#{LISTS.fetch(kind)} #{arrow(effect)}#{where(effect)}" if LISTS.key?(kind)
          return cost(effect) if COSTS.key?(kind)
          return "#{kind} #{arrow(effect)}#{where(effect)}" if TOTALS.include?(kind)

          send(kind, effect)
        end

        def failed(effect)
          return "no longer fails#{where(effect)}" if effect.after.empty?

          fail = effect.probes.one? ? "fails" : "fail"
          "#{list(effect.probes.keys)} #{fail}: #{effect.after.first.lines.first.chomp}"
        end

        def offered(effect) = "#{effect.after.any? ? "also" : "no longer"} offers #{list(effect.probes.keys)}"

        def commands(effect)
          gone, new = effect.before, effect.after
          return "sends #{list(new)} instead of #{list(gone)}#{where(effect)}" if gone.any? && new.any?

          "#{new.any? ? "also sends" : "no longer sends"} #{list(new + gone)}#{where(effect)}"
        end

        def encodings(effect)
          gone, new = effect.before, effect.after
          return "values #{new.join(", ")} instead of #{gone.join(", ")}#{where(effect)}" if gone.any? && new.any?

          "values #{new.any? ? "also" : "no longer"} #{(new + gone).join(", ")}#{where(effect)}"
        end

        def keys(effect)
          more = effect.after - effect.before
          "keys #{figure(more.abs)} bytes #{more.positive? ? "longer" : "shorter"}"
        end

        def sent(effect) = "#{effect.what} commands sent: #{arrow(effect)}#{where(effect)}"

        def socket(effect)
          return "#{effect.what} no longer set" if effect.after.empty?
          return "#{effect.what} #{arrow(effect)}" if effect.before.any?

          effect.after == ["1"] ? "#{effect.what} set" : "#{effect.what} #{effect.after.join(", ")}"
        end

        def limits(effect)
          gone, new = [effect.before, effect.after].map { |seconds| "#{seconds.join(" and ")} s" }
          return "waits for the server are no longer limited to #{gone}" if effect.after.empty?

          "waits for the server are limited to #{new}#{" instead of #{gone}" if effect.before.any?}"
        end

        def silent(effect)
          before, after = [effect.before, effect.after].map { |wait| seconds(wait) }
          return "does not wait for a silent server (before: #{before})" if effect.after < 0.1
          return "waits for a silent server for #{after} (before: #{before})" if effect.after == Float::INFINITY

          "gives up on a silent server after #{after} (before: #{before})"
        end

        def seconds(number)
          number == Float::INFINITY ? "more than #{Stats::OptionEffects::MOST_S} s" : format("%g s", number.round(1))
        end

        def connects(effect) = "attempts to connect to a lost server: #{arrow(effect)}"
        def errors(effect) = "errors of a lost server: #{arrow(effect)}"

        # "-2 calls per get: Class#method".
        def cost(effect)
          more = effect.per_call
          text = "#{"+" if more.positive?}#{figure(more)}"
          "#{text} #{COSTS.fetch(effect.kind)}#{"s" unless more.abs == 1} per #{Vocabulary.list(effect.probes.keys)}" \
            "#{": #{effect.what}" if effect.what}"
        end

        def arrow(effect)
          [effect.before, effect.after].map { |side| side.is_a?(Array) ? text(side) : figure(side) }.join(" -> ")
        end

        def text(words) = words.empty? ? "none" : words.join(", ")
        def figure(number) = format("%.2f", number).sub(/\.?0+\z/, "")
        def list(words) = Vocabulary.list(words.uniq)
        def where(effect) = effect.probes.any? ? " (#{effect.probes.keys.join(", ")})" : ""
      end
    end
  end
end
