# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Host::NamesTest < Minitest::Test
    include MemcachedServer

    NAME = "cachemark-a-name"
    # Prints the address of the name at each line of its input.
    ASKS = "$stdout.sync = true; while $stdin.gets; puts Addrinfo.getaddrinfo(ARGV[0], 1, :INET, :STREAM).first.ip_address; end"

    def test_a_process_sees_the_name_and_where_it_leads_to_from_then_on
      names = Host::Names.new(keeper, NAME => "127.0.0.9")
      IO.popen([*names.argv, RbConfig.ruby, "-rsocket", "-e", ASKS, NAME], "r+") do |asked|
        found = ["127.0.0.9", "127.0.0.2"].map do |address|
          names.lead(NAME, address)
          asked.puts
          asked.gets.chomp
        end

        assert_equal ["127.0.0.9", "127.0.0.2"], found
      end
    end

    def test_no_other_process_sees_it
      Host::Names.new(keeper, NAME => "127.0.0.9")

      assert_raises(SocketError) { Addrinfo.getaddrinfo(NAME, 1) }
    end

    def test_other_names_are_kept
      names = Host::Names.new(keeper, NAME => "127.0.0.9")
      text = IO.popen([*names.argv, "cat", "/etc/hosts"], &:read)

      assert_equal [*File.readlines("/etc/hosts"), "127.0.0.9 #{NAME}\n"], text.lines
    end

    def test_a_machine_that_allows_it_passes_the_check
      assert Host::Names.check(keeper)
    end

    def test_a_machine_that_does_not_allow_it_fails_the_check
      Dir.mktmpdir do |dir|
        File.write("#{dir}/unshare", "#!/bin/sh\nexit 1\n", perm: 0o755)
        Host::Keeper.start(env: ENV.to_h.merge("PATH" => "#{dir}:#{ENV.fetch("PATH")}")) do |keeper|
          error = assert_raises(Trouble) { Host::Names.check(keeper) }

          assert_match(/cannot be moved on this machine .*\nrun it as root/, error.message)
        end
      end
    end
  end
end
