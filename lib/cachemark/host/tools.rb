# frozen_string_literal: true

require "rbconfig"

module Cachemark
  module Host
    # Programs and headers that measuring and building clients need.
    class Tools
      # What builds clients that are written in C; the headers are those that gems of the catalogue ask for.
      PROGRAMS = %w[cc c++ make git].freeze
      HEADERS = %w[stdlib.h sasl/sasl.h zlib.h].freeze
      FOLDERS = %w[usr/include usr/include/*-linux-* usr/local/include opt/homebrew/include].freeze
      RUBY = ::File.join(RbConfig::CONFIG["rubyhdrdir"].to_s, "ruby.h").freeze

      # `which` answers a program's path or nil.
      #
      #: (which: #call, ask: #call, ?root: String, ?ruby_header: String) -> void
      def initialize(which:, ask:, root: "/", ruby_header: RUBY)
        @which = which
        @ask = ask
        @root = root
        @ruby_header = ruby_header
      end

      # String: "1.6.18"; "" for one that does not say; nil where there is none.
      #
      #: () -> String?
      def memcached
        @which.call("memcached") && @ask.call(%w[memcached -V]).to_s[/\d+(?:\.\w+)+/].to_s
      end

      # Array[String]: programs and headers that are not here.
      #
      #: () -> Array[String]
      def missing
        [*PROGRAMS.reject { |program| @which.call(program) }, *("ruby.h" unless ::File.exist?(@ruby_header)),
         *HEADERS.reject { |header| header?(header) }]
      end

      private

      def header?(name) = Dir.glob(FOLDERS.map { |folder| ::File.join(folder, name) }, base: @root).any?
    end
  end
end
