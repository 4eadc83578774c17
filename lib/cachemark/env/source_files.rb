# frozen_string_literal: true

require "digest"

module Cachemark
  module Env
    # The files of a checkout that its users load or compile, in a fixed order.
    class SourceFiles
      # globs: relative to the folder.
      #: (String, Array[String]) -> void
      def initialize(dir, globs)
        @dir = dir
        @globs = globs
      end

      # Of their names and contents; those of the first call.
      #: () -> String
      def digest
        @digest ||= files.each_with_object(Digest::SHA256.new) do |file, sum|
          sum << file << "\0" << File.binread(File.join(@dir, file)) << "\0"
        end.hexdigest
      end

      private

      def files
        @globs.flat_map { |glob| Dir.glob(glob, base: @dir) }.uniq.select { |file| File.file?(File.join(@dir, file)) }.sort
      end
    end
  end
end
