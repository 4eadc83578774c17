# frozen_string_literal: true

module Cachemark
  module CLI
    # What a selftest compares: the copies of one client (Lab::Controls), each under the name of what
    # is done to it; and what `--watch` does, a folder with what it was. The client may have options, as in a notation.
    class Controlled < Compared
      #: (String, Hash[String, String], Hash[Symbol, Object], **Object) -> void
      def initialize(client, folders, options, **rooms)
        super(folders.keys, options, **rooms)
        @client = client
        @folders = folders
      end

      private

      def entries
        notation = Contender::Notation.parse(@client)
        @folders.map do |name, folder|
          Catalog::Suite::Entry.new(id: name, notation: notation.rewritten("path:#{folder}", notation.options), section: name)
        end
      end
    end
  end
end
