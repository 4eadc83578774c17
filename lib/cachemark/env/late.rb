# frozen_string_literal: true

module Cachemark
  module Env
    # Libraries that are slow to load and rarely needed, and then by several builds at once. One loads at a time: of two
    # threads that load one file, Ruby 3.1 warns as if the file loaded itself.
    module Late
      LOCK = Mutex.new
      private_constant :LOCK

      #: (String) -> bool
      def self.load(feature) = LOCK.synchronize { require feature }
    end
  end
end
