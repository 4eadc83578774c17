# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `explain`: what two contenders do in a call of one scenario, without a clock. Each is looked at through
    # proxies, and then by one instrument after the other, each time in fresh processes.
    class Explain < Loop
      # The looks, in the order of the report: its name in the record, the instrument, and what counts in it.
      Look = Value.define(:name, :instrument, :counter)
      LOOKS = [Look.new(name: "calls", instrument: Instruments::Trace::Calls, counter: Sites),
               Look.new(name: "allocations", instrument: Instruments::Trace::Allocations, counter: Sites),
               Look.new(name: "instructions", instrument: Instruments::Functions, counter: Sites),
               Look.new(name: "traffic", instrument: Instruments::Strace, counter: Instruments::CountedCell),
               Look.new(name: "lines", instrument: Instruments::Trace::Lines, counter: Sites)].freeze
      private_constant :Look

      private

      def looks = LOOKS

      def perform
        @participants.drop_unavailable
        @untimed = UntimedLook.new(@engine, @participants)
        @untimed.call
        examination = Examination.new(@engine)
        looks.each { |look| take(look, examination) }
      end

      def close = @untimed&.close

      def take(look, examination)
        cells = @participants.live.map(&:cell)
        examination.call(look, cells) if cells.size == 2
      end
    end
  end
end
