# frozen_string_literal: true

module Cachemark
  module Report
    module Options
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
          before, after = [effect.before, effect.after].map { |one| seconds(one) }
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

        def arrow(effect) = [effect.before, effect.after].map { |one| one.is_a?(Array) ? text(one) : figure(one) }.join(" -> ")
        def text(words) = words.empty? ? "none" : words.join(", ")
        def figure(number) = format("%.2f", number).sub(/\.?0+\z/, "")
        def list(words) = Vocabulary.list(words.uniq)
        def where(effect) = effect.probes.any? ? " (#{effect.probes.keys.join(", ")})" : ""
      end
    end
  end
end
