# frozen_string_literal: true

module Cachemark
  module Fault
    module Wire
      # Wrong replies of the text and the meta protocol.
      module Lines
        # The end of a pipeline of meta commands, which its client waits for.
        LAST = "MN\r\n"
        ENDS = /(?:\AEND|\r\nEND|MN|EN)\r\n\z/n
        QUIET = /\A[a-z]+ [^\r\n]* noreply\r\n/n
        private_constant :LAST, :ENDS, :QUIET

        # An error in place of a reply, nil where the request wants none.
        #: (String, request: String) -> String?
        def self.error(name, request:)
          "#{LINES.fetch(name)}\r\n#{LAST if request.end_with?("mn\r\n")}".b unless request.match?(QUIET)
        end

        # A reply made wrong, nil where this protocol has nothing there that could be: of another "key", of another
        # "opaque", "shorter" or "longer" announced than it is, "endless".
        #: (String, reply: String, mark: String) -> String?
        def self.forged(what, reply:, mark:)
          case what
          when "key" then reply.gsub(mark, Wire.stranger(mark)) if reply.match?(/^(?:VALUE |VA .* k)#{Regexp.escape(mark)}[ \r]/n)
          when "opaque" then changed(reply, /^(?:VA|HD|EN|NS|NF)[^\r]* O\K\S+/n) { |token| token.succ }
          when "shorter" then resized(reply, mark, -5)
          when "longer" then resized(reply, mark, 5)
          when "endless" then reply.sub(ENDS) { |last| last.start_with?("\r\nE") ? "\r\n" : "" } if reply.match?(ENDS)
          end
        end

        def self.resized(reply, mark, by)
          head = reply[/^(?:VALUE #{Regexp.escape(mark)} \d+ |VA )\d+/n] or return
          reply.sub(head, head.sub(/\d+\z/) { |size| (size.to_i + by).to_s })
        end

        def self.changed(reply, pattern) = reply.match?(pattern) ? reply.gsub(pattern) { |found| yield(found) } : nil
        private_class_method :resized, :changed
      end
    end
  end
end
