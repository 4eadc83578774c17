# frozen_string_literal: true

module Cachemark
  module Stats
    # How long new clients take until they have a first reply.
    module FirstReplies
      # Of a contender: `wall_ns` is the mean over processes of the median over the new clients of a process. `clients` is
      # the number of all of them.
      Row = Value.define(:contender, :wall_ns, :interval, :processes, :clients) do
        # Half the width of the interval, as a share of the figure; nil without one.
        #: () -> Float?
        def precision = Stats::Row.half_width(interval)
      end

      # In the order of the record's contenders.
      #: (Record) -> Array[Row]
      def self.of(record)
        known = record.first_replies.reject { |line| line["ns"].empty? }
        known.group_by { |line| line["contender"] }.map do |contender, lines|
          logs = lines.map { |line| Math.log(Median.of(line["ns"])) }
          Row.new(contender: contender, wall_ns: Interval.middle(logs), interval: Interval.of(logs), processes: logs.size,
                  clients: lines.sum { |line| line["ns"].size })
        end
      end
    end
  end
end
