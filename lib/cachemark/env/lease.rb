# frozen_string_literal: true

module Cachemark
  module Env
    # Who uses the cache at the moment: any number of runs, or one prune.
    module Lease
      # Shared, until the returned file is closed or the process ends.
      #
      #: (String) -> File
      def self.take(cache) = Latch.share(path(cache))

      # Runs the block while no run uses the cache. Raises Trouble where one does.
      #
      #: (String) { () -> Object } -> Object
      def self.alone(cache)
        outcome = nil
        free = Latch.try(path(cache)) { outcome = [yield] }
        return outcome.first if free

        raise Trouble.new("A run uses the cache at the moment; nothing was removed.", try: "Try again when it has ended.")
      end

      def self.path(cache) = ::File.join(cache, "locks", "in-use.lock")
      private_class_method :path
    end
  end
end
