# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Proxy
    class Server
      # Where a proxy listens: on the transport of its server. The address stays the same while nobody listens there.
      class Listener
        # The number of connections that fill the kernel's queue of a listener with a backlog of 0, and the time to try each.
        QUEUE = 8
        FULL_S = 0.1
        private_constant :QUEUE, :FULL_S

        # For the clients of a server. With `narrow`, their buffers are small. The `keeper` makes the folder of a unix socket, and
        # removes it however cachemark ends.
        #: (Access::Address, narrow: bool, keeper: Host::Keeper?) -> Listener
        def self.for(server, narrow:, keeper:)
          return Unix.new(keeper.folder("cachemark-proxy")) if server.unix?

          Port.new(server.host.include?(":") ? Access::Address::LOOPBACK6 : Access::Address::LOOPBACK, narrow: narrow)
        end

        # Access::Address
        attr_reader :address

        # Whether nobody listens.
        def closed? = @socket.closed?

        def wait_readable = @socket.wait_readable

        # A client's socket, or :wait_readable.
        #: () -> (BasicSocket | Symbol)
        def accept = @socket.accept_nonblock(exception: false)

        # Lets nobody in.
        def close = @socket.close

        # Listens at the same address as before.
        def open
          empty_queue
          closed? ? @socket = listen : @socket.listen(Socket::SOMAXCONN)
        end

        # Lets new connections wait in the kernel without a reply.
        def fill_queue
          @socket.listen(0)
          @fillers = []
          QUEUE.times { @fillers << Access.new(address: address).open(timeout_s: FULL_S) }
        rescue Errno::ETIMEDOUT, Errno::EAGAIN
          nil # the queue is full: the next client waits
        end

        # Gives the address up, too. Safe at any time.
        def stop
          close
          empty_queue
          release
        end

        private

        def empty_queue = @fillers&.each(&:close)
      end

      # A port of a loopback address. It is reserved, so that the kernel gives it to no other socket while nobody listens.
      class Listener::Port < Listener
        SEGMENT_BYTES = 1_000
        BUFFER_BYTES = 16_384
        private_constant :SEGMENT_BYTES, :BUFFER_BYTES

        #: (String, narrow: bool) -> void
        def initialize(host, narrow:)
          @narrow = narrow
          @reserved = reserve(host)
          host, port = @reserved.local_address.ip_unpack
          @address = Access::Address.new(host: host, port: port)
          @socket = listen
        end

        private

        def reserve(host)
          ReservedPort.hold(@narrow && !host.include?(":") ? fresh_address : host)
        rescue Errno::EADDRNOTAVAIL # a system whose loopback is one address
          ReservedPort.hold(host)
        end

        def release = @reserved.close

        # A loopback address without history. Linux remembers the window sizes of a destination (tcp_metrics), and gives a
        # returning client a larger buffer.
        def fresh_address = "127.#{rand(1..254)}.#{rand(0..255)}.#{rand(1..254)}"

        # The listener's segment size determines the size of a client's kernel buffer.
        def listen
          TCPServer.new(address.host, address.port).tap do |server|
            next unless @narrow

            server.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_MAXSEG, SEGMENT_BYTES)
            server.setsockopt(Socket::SOL_SOCKET, Socket::SO_RCVBUF, BUFFER_BYTES)
          end
        end
      end

      # A unix socket in a folder that only this user may enter.
      class Listener::Unix < Listener
        #: (String) -> void
        def initialize(folder)
          @folder = folder
          @address = Access::Address.new(path: File.join(@folder, "socket"))
          @socket = listen
        end

        private

        def listen
          FileUtils.rm_f(address.path)
          UNIXServer.new(address.path)
        end

        def release = FileUtils.rm_rf(@folder)
      end
    end
  end
end
