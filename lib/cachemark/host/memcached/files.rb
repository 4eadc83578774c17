# frozen_string_literal: true

require "etc"
require "fileutils"
require "monitor"
require "securerandom"

module Cachemark
  module Host
    class Memcached < Server
      # The files of private servers: unix sockets, certificates of an authority that was made for the run, and logins. They are
      # in a folder of the keeper that only the user of the servers may enter.
      class Files
        # The longest path of a unix socket.
        LONGEST = 107
        USER = "cachemark"
        IMPOSTORS = %w[other-authority expired other-host].freeze
        private_constant :LONGEST, :USER

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
        def certificate = @lock.synchronize { @certificate ||= authority.issue.trusted_by(trust) }

        # A certificate that clients must refuse, by its flaw (IMPOSTORS).
        #: (String) -> Access::Certificate
        def impostor(flaw)
          @lock.synchronize do
            made = case flaw
                   when "other-authority" then Access::Certificate::Authority.new.issue
                   when "expired" then authority.issue(for_s: -60)
                   when "other-host" then authority.issue(names: { dns: ["cache.example"] })
                   end
            (@impostors ||= {})[flaw] ||= made.trusted_by(trust)
          end
        end

        # The path of the authority's certificate, for clients.
        #: () -> String
        def trust = @trust ||= written("ca.pem", authority.text)

        # The paths of the servers' certificate and its key.
        #: () -> [String, String]
        def certificate_paths
          @certificate_paths ||= [written("server.pem", certificate.text), written("server.key", certificate.key_text)]
        end

        # The login of clients: a name and a random password.
        #: (String) -> Access::Login
        def login(by)
          @lock.synchronize { @login ||= Access::Login.new(by: by, user: USER, password: SecureRandom.alphanumeric(24)) }
          @login.with(by: by)
        end

        # The path of the file by which memcached knows that login in the text protocol.
        #: () -> String
        def text_logins = @text_logins ||= written("logins", "#{USER}:#{login("text").password}\n")

        # The folder by which the SASL library of memcached knows it. Raises Trouble.
        #: () -> String
        def sasl_folder = @sasl_folder ||= SaslDatabase.new(@keeper, folder).keep(login("sasl"), owner: Files.user)

        private

        def folder
          @lock.synchronize do
            @folder ||= @keeper.folder("cachemark-memcached").tap { |path| FileUtils.chown(Files.user, nil, path) }
          end
        end

        def path(name) = ::File.join(folder, name)

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
