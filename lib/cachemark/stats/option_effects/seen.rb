# frozen_string_literal: true

module Cachemark
  module Stats
    class OptionEffects
      # The work of one process of a configuration, as facts: {[kind, what, probe] => Array of words or a number}. The kinds are
      # in the order of a report.
      class Seen
        # Words of commands in the traffic: the member, and its kind.
        LISTS = { "encodings" => "encodings", "flags" => "flags", "value_bytes" => "values", "ttls" => "ttls" }.freeze
        TRAFFIC = { "round_trips" => "round trips", "bytes_out" => "bytes out", "bytes_in" => "bytes in" }.freeze
        # Kinds that depend on the servers of keys, and on which worker is first.
        SPREAD = ["quiet", "sent", "writes", *TRAFFIC.values, "calls", "allocations"].freeze
        KINDS = ["failed", "offered", "commands", *LISTS.values, "keys", "quiet", "socket", "sent", "connections", "limits",
                 "writes", "silent", "connects", "errors", *TRAFFIC.values, "calls", "allocations"].freeze
        TOTALS = %w[connections writes allocations].freeze
        private_constant :LISTS, :TRAFFIC, :SPREAD, :TOTALS

        # Hash[Array, Array[String] | Numeric]; {label of a probe => its number of calls}.
        attr_reader :facts, :calls

        #: (Hash[String, Object]) -> void
        def initialize(seen)
          probes = seen["probes"]
          @calls = probes.transform_values { |probe| probe["calls"] || 1 }
          all = [*probes.map { |label, probe| probe(probe, label) }, around(seen)].reduce(:merge)
          @facts = seen.fetch("repeatable", true) ? all : all.reject { |(kind, _, _), _| SPREAD.include?(kind) }
        end

        private

        def probe(probe, label)
          return { ["failed", nil, label] => [probe["failed"]] } if probe["failed"]

          { ["offered", nil, label] => [label], **traffic(probe["traffic"], label), **numbers(probe, label) }
        end

        def numbers(probe, label)
          { **TOTALS.to_h { |name| [[name, nil, label], probe[name]] },
            **probe["methods"].to_h { |name, count| [["calls", name, label], count] } }.compact
        end

        def traffic(traffic, label)
          commands = traffic["commands"]
          { ["commands", nil, label] => commands.map { |one| one["name"] }.sort,
            **LISTS.to_h { |member, kind| [[kind, nil, label], commands.flat_map { |one| one[member] }.uniq.sort.map(&:to_s)] },
            ["keys", nil, label] => mean(traffic["key_bytes"].values),
            ["quiet", nil, label] => [commands.sum { |one| one["quiet"] }.to_s],
            **TRAFFIC.to_h { |member, kind| [[kind, nil, label], traffic[member]] },
            **commands.to_h { |one| [["sent", one["name"], label], one["count"]] } }.compact
        end

        def mean(numbers) = numbers.any? ? numbers.sum.fdiv(numbers.size) : nil

        # Sockets, and lost servers.
        def around(seen)
          sockets, lost, silent = seen.values_at("sockets", "lost", "silent")
          { **sockets["options"].to_h { |name, values| [["socket", name, nil], values] },
            ["limits", nil, nil] => sockets["limits"].map { |seconds| format("%g", seconds) },
            ["connects", nil, nil] => lost["connects"], ["errors", nil, nil] => lost["errors"],
            ["silent", nil, nil] => silent.key?("waits_s") ? silent["waits_s"] || Float::INFINITY : nil }.compact
        end
      end
    end
  end
end
