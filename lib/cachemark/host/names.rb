# frozen_string_literal: true

require "rbconfig"

module Cachemark
  module Host
    # Names of addresses that only some processes see, and that can be changed while these run. The processes run in a mount
    # namespace with another /etc/hosts, which the C library reads each time that it looks a name up. Without root, it is also a
    # user namespace.
    class Names
      # The factor by which a process inside may be slower. How many processes share a core.
      SLOWDOWN = 1
      AT_ONCE = nil
      PROGRAM = ::File.expand_path("names_program.rb", __dir__)
      HOSTS = "/etc/hosts"
      # Ends with 0 if the first argument leads to the second.
      LOOK = "exit Addrinfo.getaddrinfo(ARGV[0], 1, :INET, :STREAM).map(&:ip_address) == [ARGV[1]]"
      TRY = "run it as root, or allow user namespaces (sysctl kernel.unprivileged_userns_clone=1)"
      private_constant :PROGRAM, :HOSTS, :LOOK, :TRY

      # Raises Trouble if this machine allows no such namespace, or looks names up elsewhere.
      #: (Keeper) -> void
      def self.check(keeper)
        new(keeper, "cachemark-name" => "127.0.0.9").check
      end

      # {name => address}.
      #: (Keeper, Hash[String, String]) -> void
      def initialize(keeper, addresses)
        @keeper = keeper
        @addresses = addresses.dup
        @file = ::File.join(keeper.folder("cachemark-names"), "hosts")
        write
      end

      # The words before those of a command that sees the names.
      #: (?Object?) -> Array[String]
      def argv(_language = nil)
        users = ::Process.uid.zero? ? [] : %w[--user --map-root-user]
        [program("unshare"), *users, "--mount", RbConfig.ruby, "--disable-gems", PROGRAM, @file, program("mount")]
      end

      # Lets a name lead to another address from now on.
      #: (String, String) -> void
      def lead(name, address)
        @addresses[name] = address
        write
      end

      # Raises Trouble unless a process sees the names.
      def check
        @addresses.each do |name, address|
          ended = @keeper.run([*argv, RbConfig.ruby, "-rsocket", "-e", LOOK, name, address], clean_env: false)
          raise Trouble.new("a server's name cannot be moved on this machine (unshare #{ended})", try: TRY) unless ended.success?
        end
      end

      private

      def program(name) = @keeper.which(name) || raise(Trouble.new("#{name} is missing", try: "install util-linux"))

      # In place, because a mount shows the file that was there. Addresses of one length leave no moment with half a line.
      def write
        there = ::File.file?(HOSTS) ? ::File.readlines(HOSTS, chomp: true) : []
        text = [*there, *@addresses.map { |name, address| "#{address} #{name}" }].map { |line| "#{line}\n" }.join
        ::File.open(@file, ::File::RDWR | ::File::CREAT) do |file|
          file.syswrite(text)
          file.truncate(text.bytesize)
        end
      end
    end
  end
end
