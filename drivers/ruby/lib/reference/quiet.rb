# encoding: utf-8
# frozen_string_literal: true

module CachemarkDriver
  module Reference
    # Blocks of writes whose replies are not waited for.
    module Quietly
      # Yields. Until the block ends, the thread makes such writes by `quieted`.
      def quiet
        block = Thread.current[:quiet_block] = Quiet.new { |key| [name = check(key), pool(name)] }
        yield
        block.finish
      ensure
        Thread.current[:quiet_block] = nil
        block.close
      end

      # Quiet: the open block of this thread.
      def quieted; Thread.current[:quiet_block] end
    end

    # The connections of a quiet block, one for each server that it writes to. They return to their pools when the server has
    # answered a last question, because it reports some errors even to those who want no reply. Other calls never share them.
    class Quiet
      ANSWER = /^VERSION [^\r\n]*\r\n\z/

      # The block returns the name of a key, and its Pool.
      def initialize(&place)
        @place = place
        @lines = {}
      end

      def set(key, value, ttl, raw) write("set", key, value, ttl, raw) end

      def add(key, value, ttl, raw) write("add", key, value, ttl, raw) end

      def delete(key)
        tell(key) { |name| "delete #{name} noreply\r\n" }
      end

      def incr(key, by) change("incr", key, by) end

      def decr(key, by) change("decr", key, by) end

      # Returns every connection to its pool.
      def finish
        @lines.keys.each do |pool|
          line = @lines[pool]
          reply = line.ask("version\r\n")
          reply = line.more until reply =~ ANSWER
          pool.return(@lines.delete(pool))
        end
      end

      # Closes those that `finish` has not returned.
      def close
        @lines.each_value { |line| line.close }
        @lines.clear
      end

      private

      def write(verb, key, value, ttl, raw)
        bytes = raw ? binary(value) : Marshal.dump(value)
        facts = "#{raw ? 0 : 1} #{Integer(ttl)} #{bytes.bytesize}"
        tell(key) { |name| binary("#{verb} #{name} #{facts} noreply\r\n") << bytes << "\r\n" }
      end

      def binary(text) text.dup.force_encoding("BINARY") end

      def change(verb, key, by)
        tell(key) { |name| "#{verb} #{name} #{Integer(by)} noreply\r\n" }
      end

      def tell(key)
        name, pool = @place.call(key)
        line(pool).tell(yield(name))
        nil
      end

      # A child does not use the connection of its parent.
      def line(pool)
        line = @lines[pool]
        line && line.pid == Process.pid ? line : @lines[pool] = pool.borrow
      end
    end
  end
end
