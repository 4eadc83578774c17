# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # A driver process inside an instrument. Its deadlines are longer. In a window its blocks are counted, and it collects no
      # garbage, which is no part of the cost of a call.
      class CountedProcess < ClientProcess
        # Hash[String, Integer]: what the last block in a window did.
        attr_reader :counts

        # The engine with the servers of the next cell.
        attr_writer :engine

        #: (Engine, Contender, instrument: Object, ?mode: String, ?name: String) -> void
        def initialize(engine, contender, instrument:, **place)
          super(engine, contender, **place)
          @instrument = instrument
        end

        # Moves it to the measured cores, and writes its line of the record, once.
        #: () -> void
        def begin
          return if @begun

          @begun = true
          settle
          @engine.writer.add("process", instrument: @instrument.class.name.split("::").last.downcase, **facts)
        end

        # Prepares and blocks that are requested in the Ruby block are counted.
        #: () { () -> void } -> Hash[String, Integer]
        def window
          @window = true
          yield
          counts
        ensure
          @window = false
        end

        #: (String, ?Hash, deadline_s: Numeric) -> Hash[String, Object]
        def request(type, fields = {}, deadline_s:)
          deadline_s *= @instrument.class::SLOWDOWN
          return super unless @window

          case type
          when "prepare" then super(type, { **fields, **collecting }, deadline_s: deadline_s)
          when "block" then counted { super(type, { **fields, **wanted }, deadline_s: deadline_s) }
          else super
          end
        end

        private

        # The servers of a counted cell are fresh in any case.
        def start_servers(_aside) = nil

        # Several processes that share a core get a share of it each.
        def launch(aside)
          @engine.driver(contender, aside: aside, inside: @instrument, session: !@instrument.class::AT_ONCE.nil?)
        end

        def collecting = @instrument.class::LEVEL ? {} : { collect: false }

        # The fields that the driver itself reports about a block.
        def wanted
          kind = @instrument.class
          { watch: kind::WATCH, trace: (kind::TRACE if kind.const_defined?(:TRACE)) }.compact
        end

        def counted
          reply = nil
          @counts = @instrument.count(pid) { reply = yield }
          reply
        end
      end
    end
  end
end
