# frozen_string_literal: true

module Cachemark
  module Host
    # Room for a folder, which need not be there yet.
    module Disk
      class << self
        # {"free_bytes" => Integer or nil where df does not tell, "writable" => bool}
        #
        #: (String, #call) -> Hash[String, Object]
        def facts(folder, ask)
          standing = standing(folder)
          { "free_bytes" => free_bytes(ask.call(["df", "-Pk", standing])), "writable" => ::File.writable?(standing) }
        end

        # Of what `df -Pk` prints, by POSIX: one line a file system, whose fourth figure is what is left.
        #
        #: (String?) -> Integer?
        def free_bytes(text)
          kilobytes = text.to_s.lines.last.to_s[/\s\d+\s+\d+\s+(\d+)\s+\d+%\s/, 1]
          kilobytes && (kilobytes.to_i * 1024)
        end

        private

        # The folder, or the nearest above it that is there.
        def standing(folder) = ::File.exist?(folder) ? folder : standing(::File.dirname(folder))
      end
    end
  end
end
