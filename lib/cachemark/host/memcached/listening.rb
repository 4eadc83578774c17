# frozen_string_literal: true

require "socket"

module Cachemark
  module Host
    class Memcached < Server
      # How a private memcached listens: on a port of loopback ("tcp", "ipv6"), or on a unix socket ("unix"). `auth` is that of
      # Access::Login. With TLS or SASL, it has another port for our own requests, in plain text.
      class Listening < Value.define(transport: "tcp", tls: false, auth: nil, files: nil)
        HOSTS = { "tcp" => Access::Address::LOOPBACK, "ipv6" => Access::Address::LOOPBACK6 }.freeze
        private_constant :HOSTS

        # A place to listen: `access` for clients, `admin` for our own requests.
        Place = Value.define(:access, :admin) do
          # One that is the same for both.
          #: (Access) -> Place
          def self.at(access) = new(access: access, admin: access)

          # Sockets that reserve its ports while nobody listens there.
          #: () -> Array[Socket]
          def hold
            ports = [access, admin].map(&:address).uniq.reject(&:unix?)
            ports.map { |address| ReservedPort.hold(address.host, address.port) }
          end
        end

        # A free place. Raises Trouble if the machine has none.
        #: () -> Place
        def place
          address = transport == "unix" ? Access::Address.new(path: files.socket) : free_port
          access = Access.new(address: address, trust: (files.trust if tls), login: auth && files.login(auth))
          admin = apart? ? Access.new(address: free_port) : access
          Place.new(access: access, admin: auth == "text" ? admin.with(login: access.login) : admin)
        rescue Errno::EADDRNOTAVAIL, Errno::EAFNOSUPPORT
          raise Trouble.new("this machine has no address #{host}", try: "enable IPv6 on its loopback, or use another transport")
        end

        # The arguments of memcached for this place.
        #: (Place) -> Array[String]
        def argv(place)
          address = place.access.address
          where = if address.unix? then ["-s", address.path, "-a", "700"]
                  elsif apart? then ["-l", address.to_s, "-l", "#{admin_prefix}#{place.admin}", "-U", "0"]
                  else ["-l", address.host, "-p", address.port.to_s, "-U", "0"]
                  end
          [*certificate_argv, *login_argv, *where]
        end

        # The environment of memcached.
        #: () -> Hash[String, String]
        def env = auth == "sasl" ? { "SASL_CONF_PATH" => files.sasl_folder } : {}

        # The certificate that it presents; nil without TLS.
        #: () -> Access::Certificate?
        def certificate = (files.certificate if tls)

        private

        # Whether our own requests need another port.
        def apart? = tls || auth == "sasl"

        def admin_prefix = "#{"notls:" if tls}#{"proto[ascii]:" if auth == "sasl"}"

        def certificate_argv
          return [] unless tls

          ["-Z", "-o", %w[ssl_chain_cert ssl_key].zip(files.certificate_paths).map { |pair| pair.join("=") }.join(",")]
        end

        def login_argv
          case auth
          when "sasl" then ["-S"]
          when "text" then ["-Y", files.text_logins]
          else []
          end
        end

        def host = HOSTS.fetch(transport)

        def free_port = Access::Address.new(host: host, port: TCPServer.open(host, 0) { |socket| socket.addr[1] })
      end
    end
  end
end
