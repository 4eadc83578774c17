# frozen_string_literal: true

require "json"
require "tmpdir"

module Cachemark
  module Lab
    # The pairs of scenarios as files that drivers read: each written once a run, into a folder that lasts as long
    # as the keeper, and so longer than any driver.
    class PairFiles
      #: (Host::Keeper) -> void
      def initialize(keeper)
        @keeper = keeper
        @paths = {}
      end

      # The absolute path of a JSON object of these pairs. Raises Trouble where it cannot be written.
      #: (Catalog::Pairs) -> String
      def path(pairs) = @paths[pairs.to_record] ||= write(pairs)

      private

      def write(pairs)
        @folder ||= @keeper.folder("cachemark-pairs")
        path = File.join(@folder, "#{@paths.size + 1}.json")
        File.write(path, ::JSON.generate(pairs.texts))
        path
      rescue SystemCallError => error
        raise Trouble.new("the pairs cannot be written: #{error.message.sub(/ @ .*/, "")}", try: "make room in #{Dir.tmpdir}")
      end
    end
  end
end
