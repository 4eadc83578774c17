# frozen_string_literal: true

module Cachemark
  module Lab
    # What one run is asked to do, complete before anything starts.
    #
    # cells: Array[Plan::Cell]; for_s: Float seconds or nil; until: Float share or
    # nil; iterations: Integer of each row or nil; seed: Integer; published: bool,
    # whether it runs as the published programs did; one_server_twice: bool, whether
    # their ring was one server under two names.
    Job = Value.define(:cells, :seed, for_s: nil, until: nil, iterations: nil, latencies: false, published: false,
                       one_server_twice: false) do
      #: () -> Array[Contender]
      def contenders = cells.map(&:contender).uniq(&:id)
    end
  end
end
