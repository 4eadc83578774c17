# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # Where a contender's own library comes from. A package needs nothing more; the subclasses
      # are the other ways. Each is asked for
      #   stamps   what identifies it; heads the lock in the record
      #   prepare  gets its source (may take the network), before anything else is made for it
      #   fetch    makes it ready on a ground that is laid; the folders that it is loaded from
      class Origin
        #: (Contender, Workshop) -> Origin
        def self.of(contender, workshop)
          kind = contender.source.kind
          kind = "public" if contender.release.respond_to?(:address) && contender.release.address
          { "path" => Path, "git" => Git, "public" => Public }.fetch(kind, Origin).new(contender, workshop)
        end

        #: (Contender, Workshop) -> void
        def initialize(contender, workshop)
          @contender = contender
          @workshop = workshop
        end

        def stamps = []

        def prepare(_ground) = nil

        def fetch(_ground, _folder) = []

        private

        def name = @contender.client.library

        def tools = @tools ||= Tools.new(@workshop)
      end
    end
  end
end
