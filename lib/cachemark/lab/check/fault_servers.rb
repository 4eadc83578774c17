# frozen_string_literal: true

module Cachemark
  module Lab
    class Check < Loop
      # The servers of a case with a proxy in front of each, and the lab's own steps on both. Trials use them one after the
      # other.
      class FaultServers
        # Counters of commands that no client should send.
        COUNTERS = %w[cmd_flush].freeze
        # Bytes of the longest key that memcached accepts.
        LONGEST = 250
        # The word for proxies that present the certificate of their server.
        TRUSTED = "trusted"
        UNRECOGNISED = "its keys cannot be recognised on the server"
        UNPREFIXED = "it puts nothing before its keys"
        UNPACKED = "it stores a large value as it is, or in a format that the lab does not know"
        # Keys that can be read in the text protocol.
        READABLE = /\A[\x21-\x7e]{1,#{LONGEST}}\z/n
        private_constant :COUNTERS, :LONGEST, :TRUSTED, :UNRECOGNISED, :UNPREFIXED, :UNPACKED, :READABLE

        # narrow: the buffers between clients and proxies are small.
        #: (Host::Ring, keeper: Host::Keeper, ?narrow: bool) -> void
        def initialize(ring, keeper:, narrow: false)
          @ring = ring
          @proxies = []
          @down = []
          @stopped = []
          ring.servers.each do |server|
            @proxies << Proxy::Server.start(server.access, certificate: server.certificate, narrow: narrow, keeper: keeper)
          end
        rescue Exception
          @proxies.each(&:stop)
          raise
        end

        # Starts a trial: ends all connections, empties the servers, and gives the proxies its injector.
        #: (Fault::Injector) -> void
        def reset(injector)
          @injector = injector
          @prefix = ""
          @decoys = {}
          proxy(TRUSTED, @proxies)
          @proxies.each { |proxy| proxy.reset(injector) }
          @ring.flush
        end

        # The addresses for clients.
        #: () -> Array[String]
        def addresses = @proxies.map(&:address)

        # How clients reach them, without the addresses (Access#to_wire).
        #: () -> Hash[String, Object]?
        def access = @proxies.first.access.to_wire

        # The same with a wrong password.
        #: () -> Hash[String, Object]
        def access_refused
          access = @proxies.first.access
          access.with(login: access.login.with(password: "wrong")).to_wire
        end

        # The log of an injector, in which the password of clients is hidden.
        #: (Array) -> Array
        def without_password(octets)
          login = @proxies.first.access.login
          login ? Fault::Injector::WireLog.without(octets, login.password) : octets
        end

        # Makes a step of the lab: {"proxy" => what to do to the proxies} or {"server" => what to do to the servers}. The
        # value is a String for all of them, or {String => number from 0} for one.
        #: (Hash[String, String | Hash[String, Integer]]) -> void
        def call(step)
          kind = step["proxy"] ? "proxy" : "server"
          what, at = step[kind].is_a?(Hash) ? step[kind].first : [step[kind], nil]
          return server(what, at ? [@ring.servers[at]] : @ring.servers) if kind == "server"

          proxy(what, at ? [@proxies[at]] : @proxies)
        end

        # Learns from the written keys which prefix (namespace) this client adds to its keys. Raises CheckedClient::Unsupported if
        # the servers hold none of these keys, because the client hashes them: every write would look lost.
        #: (Array[String]) -> void
        def learn_prefix(keys)
          return if values(keys).values.any?

          names = server_readers.flat_map(&:keys)
          name, key = names.product(keys).find { |name, key| name.end_with?(key) }
          raise CheckedClient::Unsupported, UNRECOGNISED if key.nil? && names.any?

          @prefix = name.to_s.delete_suffix(key.to_s)
        end

        # Writes other values next to those of a client that puts a prefix before its keys: at each key without the prefix, and
        # with the prefix twice. Raises CheckedClient::Unsupported if it puts none.
        #: (Fault::Canary) -> void
        def add_decoys(canary)
          raise CheckedClient::Unsupported, UNPREFIXED if @prefix.empty?

          canary.keys.except(Fault::Canary::ABSENT).each do |name, key|
            [key, @prefix * 2 + key].each { |near| @decoys[near] = canary.decoy(name, near) }
          end
          server_readers.each { |server| server.write(@decoys) }
        end

        # {key on a server => bytes, nil if it is gone}: the decoys that changed, and keys that are neither the client's nor
        # decoys.
        #: (Array[String]) -> Hash[String, String?]
        def strays(keys)
          settle
          own = keys.map { |key| (@prefix + key).b }
          server_readers.map do |server|
            others = server.keys.map(&:b) - own | @decoys.keys.map(&:b)
            readable, strange = others.partition { |key| key.match?(READABLE) }
            strange.to_h { |key| [key, ""] }.merge(server.values(readable).reject { |key, held| held == @decoys[key]&.b })
          end.reduce(:merge)
        end

        # {key => bytes, nil if absent}: the content of the servers. The first server with a key decides. A key that was
        # injected by a command inside another key has no prefix, unless decoys are there.
        #: (Array[String]) -> Hash[String, String?]
        def values(keys)
          server("continue", @ring.servers)
          settle
          held = [@prefix, *("" if @decoys.empty?)].uniq.flat_map { |prefix| held(keys, prefix) }
          keys.to_h { |key| [key, held.filter_map { |own| own[key] }.first] }
        end

        # Replaces the value of a key by a bomb in the format of the client. Raises CheckedClient::OutOfReach if the value is not
        # compressed in a known format.
        #: (String) -> void
        def bomb(key)
          settle
          placed = server_readers.map { |reader| reader.replace(@prefix + key) { |held| Fault::Bomb.like(held) } }
          raise CheckedClient::OutOfReach, UNPACKED unless placed.any?
        end

        # The counters of all servers together, minus the values `before`.
        #: (?Hash[String, Integer]) -> Hash[String, Integer]
        def counters(before = {})
          sums = @ring.servers.map { |server| server.counters(COUNTERS) }.transpose.map(&:sum)
          COUNTERS.zip(sums).to_h { |name, sum| [name, sum - before.fetch(name, 0)] }
        end

        # {name => number of the server with its key, nil if none has it}, from {name => key}.
        #: (Hash[String, String]) -> Hash[String, Integer?]
        def placement(keys)
          settle
          held = held(keys.values, @prefix)
          keys.transform_values { |key| held.index { |own| own[key] } }
        end

        # Ends the proxies, and lets the servers run again. Safe at any time.
        def close
          server("continue", @ring.servers)
        ensure
          @proxies.each(&:stop)
        end

        private

        # Until the servers have processed the commands that clients do not wait for.
        def settle = @proxies.each(&:settle)

        def server_readers = @ring.servers.map(&:reader)

        # The content of each server, by keys without the prefix. No server has a key that is too long with the prefix, nor
        # may a client request one.
        def held(keys, prefix)
          asked = keys.map { |key| prefix + key }.select { |key| key.bytesize <= LONGEST }
          server_readers.map { |reader| reader.values(asked).transform_keys { |key| key.delete_prefix(prefix) } }
        end

        def proxy(what, proxies)
          case what
          when "arm" then @injector.arm
          when "heal" then @injector.stop
          when "close", "mute" then @injector.leave_unanswered(what)
          when "end", "reset" then proxies.each { |proxy| proxy.end_connections(what.to_sym) }
          when "down" then take_down(proxies - @down, :refuse_connections)
          when "jam" then take_down(proxies - @down, :ignore_connections)
          when TRUSTED then @proxies.zip(@ring.servers) { |proxy, server| proxy.present(server.certificate) }
          when *Host::Memcached::Files::IMPOSTORS
            @proxies.zip(@ring.servers) { |proxy, server| proxy.present(server.impostor(what)) }
          when "up" then (@down & proxies).each { |proxy| @down.delete(proxy).accept_connections }
          end
        end

        def take_down(proxies, how)
          @down += proxies.each(&how).each { |proxy| proxy.end_connections(:reset) }
        end

        def server(what, servers)
          case what
          when "flush" then settle && servers.each(&:flush)
          when "stop" then @stopped += (servers - @stopped).each { |server| server.signal("STOP") }
          when "continue" then (@stopped & servers).each { |server| @stopped.delete(server).signal("CONT") }
          end
        end
      end
    end
  end
end
