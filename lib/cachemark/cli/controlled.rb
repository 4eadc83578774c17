# frozen_string_literal: true

module Cachemark
  module CLI
    # What a selftest compares: the copies of one client (Lab::Controls), each under the name of what
    # is done to it.
    class Controlled < Compared
      #: (String, Hash[String, String], Hash[Symbol, Object], **Object) -> void
      def initialize(client, folders, options, **rooms)
        super(folders.keys, options, **rooms)
        @client = client
        @folders = folders
      end

      private

      def entries
        @folders.map { |name, folder| Catalog::Suite::Entry.new(id: name, notation: "#{@client}@path:#{folder}", section: name) }
      end
    end
  end
end
