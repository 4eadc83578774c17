# encoding: utf-8
# frozen_string_literal: true
require "zlib"
require File.expand_path("../server.rb", __FILE__)
require File.expand_path("../line.rb", __FILE__)
require File.expand_path("../pool.rb", __FILE__)
require File.expand_path("../reply.rb", __FILE__)
require File.expand_path("../fetches.rb", __FILE__)
require File.expand_path("../quiet.rb", __FILE__)
require File.expand_path("../local_cache.rb", __FILE__)

module CachemarkDriver
  module Reference
    # Raised for a key that memcached would misunderstand.
    class BadKey < ArgumentError; end

    # The reference client: the least code that speaks memcached's text protocol correctly over a
    # plain socket. Correctly includes the duties of a client: a call has its connection for itself,
    # and a forked child never uses that of its parent. Every wait has a deadline, keys and numbers
    # are validated, and a reply must name the requested key.
    class Client
      include Fetches
      include Quietly

      STORED = {"STORED\r\n" => true}
      UNLESS = {"STORED\r\n" => true, "NOT_STORED\r\n" => false}
      WRITTEN = {"set" => STORED, "add" => UNLESS, "append" => UNLESS, "prepend" => UNLESS}
      SWAPPED = {"STORED\r\n" => true, "EXISTS\r\n" => false, "NOT_FOUND\r\n" => false}
      TOUCHED = {"TOUCHED\r\n" => true, "NOT_FOUND\r\n" => false}
      DELETED = {"DELETED\r\n" => true, "NOT_FOUND\r\n" => false}
      CREATED = /\AVA \d+\r\n(\d+) *\r\n\z/
      # Seconds that a caller has for its value before another may compute it, and between two questions of those that wait.
      LEASE_S = 30
      WAIT_S = 0.005
      FORBIDDEN = /[\x00-\x20\x7f]/

      # servers: Array of "host:port" or unix socket paths; timeout: seconds per wait; the others as in Server.
      def initialize(servers, timeout = 1.0, context = nil, login = nil)
        @pools = servers.map { |address| Pool.new(Server.new(address, context, login), timeout) }
        @only = @pools.first if @pools.size == 1
      end

      # The value, or nil for a miss.
      def get(key)
        name = check(key)
        pool(name).lend do |line|
          Reply.one(line, line.ask("get #{name}\r\n"), name)
        end
      end

      # The value of a hit, which lives so many seconds from now on; nil for a miss.
      def gat(key, ttl)
        name = check(key)
        pool(name).lend { |line| Reply.one(line, line.ask("gat #{Integer(ttl)} #{name}\r\n"), name) }
      end

      # Hash of the keys that are present.
      def get_multi(keys)
        found = {}
        spread(keys).each { |pool, asked| collect(pool, asked, found) }
        found
      end

      # The bytes of a value, whatever its flags say; nil for a miss.
      def bytes(key)
        name = check(key)
        pool(name).lend { |line| Reply.stored(line, line.ask("get #{name}\r\n"), name) }
      end

      # Hash of the bytes of the keys that are present, asked for one by one.
      def bytes_of_many(keys)
        Hash[keys.map { |key| [key, bytes(key)] }].reject { |_, found| found.nil? }
      end

      # Hash of [value, version] of the keys that are present.
      def get_multi_cas(keys)
        found = {}
        spread(keys).each { |pool, asked| collect_versions(pool, asked, found) }
        found
      end

      # true; raises unless all were stored. pairs: Hash of values by key.
      def set_multi(pairs, ttl, raw)
        spread(pairs).each { |pool, own| store_all(pool, own, ttl, raw) }
        true
      end

      # Array of the keys that were absent already.
      def delete_multi(keys)
        spread(keys).flat_map { |pool, own| delete_all(pool, own) }
      end

      # true; raises unless it was stored.
      def set(key, value, ttl, raw)
        write("set", key, value, ttl, raw)
      end

      # true stored, false present already.
      def add(key, value, ttl, raw)
        write("add", key, value, ttl, raw)
      end

      # true put behind, or before, the bytes of a value; false absent.
      def append(key, bytes) write("append", key, bytes, 0, true) end

      def prepend(key, bytes) write("prepend", key, bytes, 0, true) end

      # Yields the value and stores the block's in its place: true; false absent, or changed by somebody else meanwhile.
      def cas(key, ttl, raw)
        name = check(key)
        value, version = pool(name).lend { |line| Reply.versioned(line, line.ask("gets #{name}\r\n"), name) }
        version ? swap(name, yield(value), ttl, raw, version) : false
      end

      # true it lives so many seconds from now on, false absent.
      def touch(key, ttl)
        name = check(key)
        exchange(name, "touch #{name} #{Integer(ttl)}\r\n") { |reply| TOUCHED.fetch(reply) { raise BadReply, reply.inspect } }
      end

      # The value of a hit; else one caller stores its block's value and returns it, and the others wait for that.
      #
      # The server says who may: a meta get of an absent key leaves an empty item, and only its caller gets the flag W.
      # If the value never comes, that item expires, and another caller may.
      def fetch_locked(key, ttl, raw)
        name = check(key)
        while (state, value = leased(name)).first == :lost
          sleep(WAIT_S)
        end
        state == :won ? computed(key, ttl, raw) { yield } : value
      end

      # true deleted, false absent already.
      def delete(key)
        name = check(key)
        exchange(name, "delete #{name}\r\n") do |reply|
          DELETED.fetch(reply) { raise BadReply, reply.inspect }
        end
      end

      # Integer after the change, or nil when absent and no initial is given.
      def incr(key, by, initial, ttl) change("incr", key, by, initial, ttl) end

      def decr(key, by, initial, ttl) change("decr", key, by, initial, ttl) end

      # true: so many seconds from now on, the servers are empty.
      def flush(delay)
        @pools.each { |pool| pool.lend { |line| Reply.alike(line, line.ask("flush_all #{Integer(delay)}\r\n"), "OK\r\n", 1) } }
        true
      end

      # Yields a client that remembers, until the block ends, what it has read.
      def local_cache
        yield LocalCache.new(self)
      end

      def close
        @pools.each { |pool| pool.close }
      end

      private

      def pool(key)
        @only || @pools[Zlib.crc32(key) % @pools.size]
      end

      # [[pool, those of its server]] of keys, or of a Hash by key.
      def spread(keys)
        @only ? [[@only, keys]] : keys.group_by { |key, _| pool(key) }
      end

      # The key as it is sent.
      def check(key)
        wrong = key.empty? || key.bytesize > 250 || (key.ascii_only? ? forbidden?(key) : forbidden?(key = binary(key)))
        wrong ? raise(BadKey, key.inspect) : key
      rescue NoMethodError # it is not a String: what is asked of each key costs nothing more for that
        raise BadKey, key.inspect
      end

      if FORBIDDEN.respond_to?(:match?)
        def forbidden?(key) FORBIDDEN.match?(key) end
      else
        def forbidden?(key) FORBIDDEN =~ key end
      end

      # Sends a command whose reply is one line; the block says what that means.
      def exchange(name, text)
        pool(name).lend do |line|
          reply = line.ask(text)
          reply = line.more until reply.end_with?("\r\n")
          yield reply
        end
      end

      def write(verb, key, value, ttl, raw)
        name = check(key)
        bytes = raw ? binary(value) : Marshal.dump(value)
        exchange(name, "#{verb} #{name} #{raw ? 0 : 1} #{Integer(ttl)} #{bytes.bytesize}\r\n#{bytes}\r\n") do |reply|
          WRITTEN[verb].fetch(reply) { raise BadReply, reply.inspect }
        end
      end

      # [:hit, the value], [:won] for the caller that may compute it, [:lost] while another does.
      def leased(name)
        pool(name).lend { |line| Reply.leased(line, line.ask("mg #{name} f v N#{LEASE_S}\r\n")) }
      end

      # Others need not wait for a value that does not come.
      def computed(key, ttl, raw)
        value = yield
        stored = set(key, value, ttl, raw)
        value
      ensure
        delete(key) unless stored
      end

      def swap(name, value, ttl, raw, version)
        bytes = raw ? binary(value) : Marshal.dump(value)
        command = "cas #{name} #{raw ? 0 : 1} #{Integer(ttl)} #{bytes.bytesize} #{version}\r\n#{bytes}\r\n"
        exchange(name, command) { |reply| SWAPPED.fetch(reply) { raise BadReply, reply.inspect } }
      end

      # All commands at once, then all replies.
      def store_all(pool, pairs, ttl, raw)
        commands = pairs.map do |key, value|
          bytes = raw ? binary(value) : Marshal.dump(value)
          "set #{check(key)} #{raw ? 0 : 1} #{Integer(ttl)} #{bytes.bytesize}\r\n#{bytes}\r\n"
        end
        pool.lend { |line| Reply.alike(line, line.ask(commands.join), "STORED\r\n", commands.size) }
      end

      def delete_all(pool, keys)
        commands = keys.map { |key| "delete #{check(key)}\r\n" }
        pool.lend { |line| Reply.absent(line, line.ask(commands.join), keys) }
      end

      def binary(text)
        text.ascii_only? || text.encoding == Encoding::BINARY ? text : text.dup.force_encoding("BINARY")
      end

      def change(verb, key, by, initial, ttl)
        name = check(key)
        return create(verb, name, by, initial, ttl) if initial
        exchange(name, "#{verb} #{name} #{Integer(by)}\r\n") { |reply| counter(reply) }
      end

      # One meta command counts, or stores the first value.
      def create(verb, name, by, initial, ttl)
        sign = verb == "incr" ? "I" : "D"
        pool(name).lend do |line|
          reply = line.ask("ma #{name} M#{sign} D#{Integer(by)} J#{Integer(initial)} N#{Integer(ttl)} v\r\n")
          reply = line.more until reply =~ CREATED || (reply.end_with?("\r\n") && !reply.start_with?("VA "))
          reply =~ CREATED ? $1.to_i : raise(BadReply, reply.inspect)
        end
      end

      def counter(reply)
        return reply.to_i if reply.getbyte(0).between?(48, 57)
        reply == "NOT_FOUND\r\n" ? nil : raise(BadReply, reply.inspect)
      end

      def collect(pool, keys, found)
        names = keys.map { |key| check(key) }
        pool.lend do |line|
          Reply.many(line, line.ask("get #{names.join(" ")}\r\n"), names) { |at, value| found[keys[at]] = value }
        end
      end

      def collect_versions(pool, keys, found)
        names = keys.map { |key| check(key) }
        pool.lend do |line|
          reply = line.ask("gets #{names.join(" ")}\r\n")
          Reply.many(line, reply, names) { |at, value, flags, stop| found[keys[at]] = [value, Reply.version(reply, flags, stop)] }
        end
      end
    end
  end
end
