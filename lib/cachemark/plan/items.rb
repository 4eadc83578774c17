# frozen_string_literal: true

module Cachemark
  module Plan
    # What the cells of a run store. Items that a server refuses, or evicts, would make rows invalid after minutes.
    class Items
      # The limits of each server in bytes: `item` is the largest item with its key and header, `memory` is for all items. The
      # defaults are those of a private server.
      Limits = Value.define(item: 1 << 20, memory: 64 << 20) do
        # Those that all of some servers have, by the limits that each reports.
        #: (Array[Hash[Symbol, Integer]]) -> Limits
        def self.least(all) = new(**all.reduce { |one, other| one.merge(other) { |_name, *both| both.min } })
      end
      # The bytes of an item that are not its value: key, header, and what a client adds when it serialises.
      BESIDES = 576
      # The share of the memory that values can use. The rest is for headers, and for pages that other sizes have.
      USABLE = 0.48
      private_constant :BESIDES, :USABLE

      # Raises Usage for a scenario whose items do not fit.
      #: (Array[Cell], ?limits: Limits, ?servers: Integer) -> void
      def self.check(cells, limits: Limits.new, servers: 1)
        cells.uniq { |cell| [cell.scenario.id, cell.workers] }.each { |cell| new(cell, limits, servers).check }
        nil
      end

      #: (Cell, Limits, Integer) -> void
      def initialize(cell, limits, servers)
        @cell = cell
        @limits = limits
        @servers = servers
      end

      #: () -> void
      def check
        return if @cell.scenario.pairs

        sizes = largest
        refuse_item(sizes.values.max) if sizes.values.max.to_i > @limits.item - BESIDES
        total = sizes.values.sum * @cell.workers
        refuse_total(total) if total > room
      end

      private

      # {name of a key => bytes of the largest value that is written to it}
      def largest
        scenario = @cell.scenario
        (scenario.prelude + scenario.steps).each_with_object(Hash.new(0)) do |step, found|
          values = step["values"] || [step["value"]].compact
          keys = step["keys"] || [step["key"]].compact
          keys.zip(values).each do |key, value|
            found[key] = [found[key], value ? value_bytes(scenario.values.fetch(value)) : 0].max
          end
        end
      end

      def value_bytes(spec)
        return spec["bytes"] if spec["bytes"]

        spec["text"] ? spec["text"].bytesize * spec.fetch("times", 1) : spec["hex"].to_s.size / 2
      end

      def room = (@limits.memory * USABLE * @servers).floor

      def refuse_item(bytes)
        most = @limits.item - BESIDES
        raise Usage.new("#{@cell.scenario.id}: a value of #{bytes} bytes is above the item limit of the server, which takes " \
                        "items of #{@limits.item} bytes with key and header",
                        try: "write values of at most #{most} bytes, or name a server of yours with a higher limit " \
                             "(memcached -I 8m, then --with server=)")
      end

      def refuse_total(bytes)
        workers = " of #{@cell.workers} workers" if @cell.workers > 1
        raise Usage.new("#{@cell.scenario.id}: its values#{workers} are #{bytes} bytes, but the memory of the servers has " \
                        "room for #{room}", try: "choose fewer keys or smaller values, or start more servers with --with ring=")
      end
    end
  end
end
