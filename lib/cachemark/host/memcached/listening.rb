# frozen_string_literal: true

require "socket"

module Cachemark
  module Host
    class Memcached < Server
      # How a private memcached listens: on a port of loopback ("tcp", "ipv6"), or on a unix socket ("unix"). With TLS, it has
      # another port without for our own requests.
      class Listening < Value.define(transport: "tcp", tls: false, files: nil)
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
          return Place.at(Access.unix(files.socket)) if transport == "unix"

          access = Access.tcp(host, free_port)
          return Place.at(access) unless tls

          Place.new(access: access.with(trust: files.trust), admin: Access.tcp(host, free_port))
        rescue Errno::EADDRNOTAVAIL, Errno::EAFNOSUPPORT
          raise Trouble.new("this machine has no address #{host}", try: "enable IPv6 on its loopback, or use another transport")
        end

        # The arguments of memcached for this place.
        #: (Place) -> Array[String]
        def argv(place)
          address = place.access.address
          return ["-s", address.path, "-a", "700"] if address.unix?
          return ["-l", address.host, "-p", address.port.to_s, "-U", "0"] unless tls

          paths = %w[ssl_chain_cert ssl_key].zip(files.certificate_paths).map { |pair| pair.join("=") }.join(",")
          ["-Z", "-o", paths, "-l", address.to_s, "-l", "notls:#{place.admin}", "-U", "0"]
        end

        # The certificate that it presents; nil without TLS.
        #: () -> Access::Certificate?
        def certificate = (files.certificate if tls)

        private

        def host = HOSTS.fetch(transport)

        def free_port = TCPServer.open(host, 0) { |socket| socket.addr[1] }
      end
    end
  end
end
