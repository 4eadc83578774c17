# frozen_string_literal: true

require "etc"
require "fileutils"
require "monitor"

module Cachemark
  module Host
    class Memcached < Server
      # The files of private servers, in a folder of the keeper that only their user may enter: unix sockets, and certificates
      # of an authority that was made for the run.
      class Files
        # The longest path of a unix socket.
        LONGEST = 107
        private_constant :LONGEST

        # The user that memcached takes, because it does not run as root; nil if this is not root.
        #: () -> String?
        def self.user
          return unless ::Process.uid.zero?

          %w[memcache memcached nobody].find { |name| Etc.getpwnam(name) rescue nil } # rubocop:disable Style/RescueModifier
        end

        #: (Keeper) -> void
        def initialize(keeper)
          @keeper = keeper
          @lock = Monitor.new
          @sockets = 0
        end

        # The path of another unix socket. Raises Trouble if it would be too long.
        #: () -> String
        def socket
          path = path("#{@lock.synchronize { @sockets += 1 }}.sock")
          return path if path.bytesize <= LONGEST

          raise Trouble.new("#{path} is too long for a unix socket, which may have #{LONGEST} bytes",
                            try: "set TMPDIR to a folder with a shorter path")
        end

        # The authority of the run.
        #: () -> Access::Certificate::Authority
        def authority = @lock.synchronize { @authority ||= Access::Certificate::Authority.new }

        # The certificate of the servers.
        #: () -> Access::Certificate
        def certificate = @lock.synchronize { @certificate ||= authority.issue }

        # The path of the authority's certificate, for clients.
        #: () -> String
        def trust = @trust ||= written("ca.pem", authority.text)

        # The paths of the servers' certificate and its key.
        #: () -> [String, String]
        def certificate_paths
          @certificate_paths ||= [written("server.pem", certificate.text), written("server.key", certificate.key_text)]
        end

        private

        def path(name)
          @lock.synchronize do
            @folder ||= @keeper.folder("cachemark-memcached").tap { |made| FileUtils.chown(Files.user, nil, made) }
          end
          ::File.join(@folder, name)
        end

        def written(name, text)
          path(name).tap do |path|
            ::File.write(path, text, perm: 0o600)
            FileUtils.chown(Files.user, nil, path)
          end
        rescue SystemCallError => error
          raise Trouble.new("#{name} of the servers cannot be written: #{error.message.sub(/ @ .*/, "")}",
                            try: "make room in the folder for temporary files")
        end
      end
    end
  end
end
