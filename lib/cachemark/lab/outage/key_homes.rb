# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # Reads which server has the newest value of each key, as the servers hold them.
      class KeyHomes
        VERSION = /\|(\d+)\|/n
        private_constant :VERSION

        #: (Plan::Outage::Keys) -> void
        def initialize(keys)
          @keys = keys.names
        end

        # An entry for each key: the number of the server, from 0; nil if none of these has it. Servers that cannot be read are
        # nil. The whole is nil if this client's keys cannot be recognised on the servers, or if one does not reply.
        #: (Array[Host::Server?]) -> Array[Integer?]?
        def read(servers)
          readers = servers.map { |server| server&.reader }
          @prefix ||= prefix(readers.compact) or return
          versions = readers.map { |reader| reader ? versions(reader) : {} }
          @keys.map do |key|
            held = versions.each_index.select { |at| versions[at][key] }
            held.max_by { |at| versions[at][key] }
          end
        rescue Host::ServerReader::Silent
          nil
        end

        private

        # The text that a client puts before its keys (a namespace).
        def prefix(readers)
          name = readers.flat_map(&:keys).find { |one| one.end_with?(*@keys) } or return
          name.delete_suffix(@keys.find { |key| name.end_with?(key) })
        end

        def versions(reader)
          texts = reader.values(@keys.map { |key| @prefix + key })
          texts.transform_keys { |name| name.delete_prefix(@prefix) }.transform_values { |text| text && text[VERSION, 1].to_i }
        end
      end
    end
  end
end
