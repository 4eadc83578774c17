# frozen_string_literal: true

require "fileutils"
require "rbconfig"
require "socket"

module Cachemark
  module Host
    class Memcached < Server
      # The configuration and the passwords of memcached's SASL library (Cyrus), in a folder. The library itself writes the
      # passwords, in a separate process (sasl_program.rb), as its program saslpasswd2 does.
      class SaslDatabase
        PROGRAM = ::File.expand_path("sasl_program.rb", __dir__)
        MISSING = "apt-get install libsasl2-2 libsasl2-modules libsasl2-modules-db"
        private_constant :PROGRAM, :MISSING

        #: (Keeper, String) -> void
        def initialize(keeper, folder)
          @keeper = keeper
          @folder = folder
        end

        # The folder, once it knows the login. Raises Trouble.
        #: (Access::Login, owner: String?) -> String
        def keep(login, owner:)
          ::File.write(::File.join(@folder, "memcached.conf"), configuration)
          write(login)
          FileUtils.chown(owner, nil, [path, ::File.join(@folder, "memcached.conf")])
          @folder
        end

        private

        def path = ::File.join(@folder, "sasldb2")

        def configuration
          "mech_list: plain\npwcheck_method: auxprop\nauxprop_plugin: sasldb\nsasldb_path: #{path}\n"
        end

        # The password goes through a pipe. memcached looks for it under the name of the host.
        def write(login)
          input, ours = IO.pipe
          said, output = IO.pipe
          child = @keeper.spawn([RbConfig.ruby, PROGRAM, Socket.gethostname, login.user],
                                env: { **Keeper::QUIET, "SASL_CONF_PATH" => @folder }, in: input, out: output, err: output)
          [input, output].each(&:close)
          ours.write(login.password)
          ours.close
          child.wait
          refuse(said.read) unless child.status.code&.zero?
        ensure
          [input, ours, said, output].each { |pipe| pipe&.close }
        end

        def refuse(words)
          what = words.lines.map(&:strip).reject(&:empty?).last
          raise Trouble.new("the SASL library cannot store the password#{": #{what}" if what}", try: MISSING)
        end
      end
    end
  end
end
