# encoding: utf-8
# The part of mutants that log in by SASL. After such a login, gets and sets are sent in the binary protocol. Their replies are
# read as those of the text protocol. On its own it makes no mistake.
class SocketAdapter
  private

  def login(by) super || ((found = super("sasl")) && found + [:sasl]) end
end

module CachemarkDriver
  module Reference
    # Requests in the binary protocol.
    module Binary
      GET, SET, SASL_AUTH = 0x00, 0x01, 0x21
      MECHANISM = "PLAIN"
      MAGIC = 0x80

      class << self
        def login(user, password) packet(SASL_AUTH, MECHANISM, "", "\0#{user}\0#{password}") end

        def get(key) packet(GET, key, "", "") end

        # words: [key, flags, ttl, bytes] of a set in the text protocol.
        def set(words, value) packet(SET, words[0], words.values_at(1, 2).map { |word| word.to_i }.pack("NN"), value) end

        private

        def packet(opcode, key, extras, value)
          size = key.bytesize + extras.bytesize + value.bytesize
          header = [MAGIC, opcode, key.bytesize, extras.bytesize, 0, 0, size, 0, 0, 0]
          header.pack("CCnCCnNNNN") << extras << key.dup.force_encoding("BINARY") << value.dup.force_encoding("BINARY")
        end
      end
    end

    class Server
      alias_method :login_in_text, :login

      def login; @login && @login[2] ? Binary.login(*@login.first(2)) : login_in_text end
    end

    class Line
      HEADER_BYTES = 24
      ABSENT = 1

      alias_method :ask_plainly, :ask
      alias_method :log_in_in_text, :log_in

      def ask(command)
        return ask_plainly(command) unless @binary
        verb, *words = command[/\A[^\r]*/].split(" ")
        return values(words) if verb == "get"
        raise BadReply, "#{verb} is not part of it" unless verb == "set"
        status, body = packets(Binary.set(words, command.byteslice(command.index("\r\n") + 2, words[3].to_i)), 1).first
        status == 0 ? "STORED\r\n" : "SERVER_ERROR #{body}\r\n"
      end

      private

      def log_in(request)
        return log_in_in_text(request) unless request.getbyte(0) == Binary::MAGIC
        @binary = true
        status, body = packets(request, 1).first
        raise BadReply, "the server refuses the login: #{body.inspect}" unless status == 0
      rescue StandardError
        close
        raise
      end

      def values(names)
        replies = packets(names.map { |name| Binary.get(name) }.join, names.size)
        names.zip(replies).each_with_object("".dup.force_encoding("BINARY")) do |(name, (status, value, extras)), text|
          raise BadReply, value.inspect unless [0, ABSENT].include?(status)
          text << "VALUE #{name} #{extras.unpack("N")[0]} #{value.bytesize}\r\n" << value << "\r\n" if status == 0
        end << "END\r\n"
      end

      # [status, value, extras] of each of so many replies.
      def packets(request, count)
        bytes = ask_plainly(request)
        at = 0
        Array.new(count) do
          bytes = more until bytes.bytesize >= at + HEADER_BYTES
          extras, status, size = bytes.byteslice(at, HEADER_BYTES).unpack("x4CxnN")
          bytes = more until bytes.bytesize >= at + HEADER_BYTES + size
          body = bytes.byteslice(at + HEADER_BYTES, size)
          at += HEADER_BYTES + size
          [status, body.byteslice(extras, size), body.byteslice(0, extras)]
        end
      end
    end
  end
end
