# frozen_string_literal: true

require "fileutils"
require "json"
require "tmpdir"

module Cachemark
  module Lab
    # The pairs of scenarios as files that drivers read: each written once a run, into a folder that goes with the run.
    class PairFiles
      def initialize
        @paths = {}
      end

      # The absolute path of a JSON object of these pairs. Raises Trouble where it cannot be written.
      #: (Catalog::Pairs) -> String
      def path(pairs) = @paths[pairs.to_record] ||= write(pairs)

      # Removes them all; one that is asked for afterwards is written again.
      #: () -> void
      def remove
        FileUtils.rm_rf(@folder) if @folder
        @paths.clear
        @folder = nil
      end

      private

      def write(pairs)
        @folder ||= Dir.mktmpdir("cachemark-pairs")
        path = File.join(@folder, "#{@paths.size + 1}.json")
        File.write(path, ::JSON.generate(pairs.texts))
        path
      rescue SystemCallError => error
        raise Trouble.new("the pairs cannot be written: #{error.message.sub(/ @ .*/, "")}", try: "make room in #{Dir.tmpdir}")
      end
    end
  end
end
