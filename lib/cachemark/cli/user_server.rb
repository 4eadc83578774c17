# frozen_string_literal: true

require "openssl"

module Cachemark
  module CLI
    # A server of the user, from the value of --with server=. Its password comes from the environment or from a file that only the
    # user can read, never from the command line, which others can see.
    class UserServer
      #: (String, String, ?environment: Hash[String, String]) -> void
      def initialize(option, text, environment: ENV.to_h)
        @option = option
        @text = text
        @environment = environment
      end

      # Raises Usage.
      #: () -> Access
      def access
        locator = locate
        locator = locator.with(ca: authorities(File.expand_path(locator.ca))) if locator.ca
        locator.access(password: (password(locator) if locator.user))
      end

      private

      def locate
        Access::Locator.parse(@text)
      rescue ArgumentError => error
        secret = error.message.start_with?("a password")
        try = "put the password into #{VARIABLE}, or into a file: ?password_file=FILE" if secret
        try ||= error.try if error.is_a?(Access::Locator::Mistake)
        refuse(error.message, try || "#{@option}127.0.0.1:11211 (or #{Access::Locator::FORMS})")
      end

      VARIABLE = Access::PASSWORD_VARIABLE
      private_constant :VARIABLE

      def authorities(path)
        OpenSSL::X509::Store.new.add_file(path)
        path
      rescue OpenSSL::X509::StoreError
        why = File.exist?(path) ? "has no certificate in PEM form" : "does not exist"
        refuse("ca=#{path} #{why}", "name the file with the certificates of the authorities that vouch for the server")
      end

      def password(locator)
        return from_file(File.expand_path(locator.password_file)) if locator.password_file

        given = @environment[VARIABLE].to_s
        given.empty? ? refuse("there is no password for #{locator.user}", "set #{VARIABLE}, or add password_file=FILE") : given
      end

      def from_file(path)
        refuse_file(path)
        given = File.read(path).chomp
        refuse("password_file=#{path} is empty", "write the password into it") if given.empty?
        given
      rescue SystemCallError => error
        refuse("password_file=#{path} cannot be read: #{error.message[/\A[^@]+/].strip}", "name a file that you can read")
      end

      def refuse_file(path)
        mode = File.stat(path).mode & 0o777
        return if (mode & 0o077).zero?

        refuse(format("password_file=%<path>s can be read by others (its mode is %<mode>o)", path: path, mode: mode),
               "chmod 600 #{path}")
      end

      # A password may be written anywhere before the last @.
      def masked = @text.sub(%r{\A(\w+://)?([^:@/]*):.*@}m, '\1\2:...@')

      def refuse(what, try) = raise(Usage.new("#{@option}#{masked}: #{what}", try: try))
    end
  end
end
