# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # The texts that make an apt private: it reads and writes nothing outside of its folder but the keys
      # and the passwords for archives, and runs nobody's hooks. Pure.
      class Settings
        # What this machine's apt was told about its way to the network.
        NETWORK = /\AAcquire::(?:https?|ftp|socks|tor|Retries|ForceIPv[46])\b/i

        # `told` is what `apt-config dump` prints.
        #
        #: (folder: String, suite: String, archive: Debian::Sources::Archive, architecture: String, told: String, ?type: String) -> void
        def initialize(folder:, suite:, archive:, architecture:, told:, type: "deb")
          @type = type
          @folder = folder
          @suite = suite
          @archive = archive
          @architecture = architecture
          @told = told
        end

        # Without root apt drops no rights; nobody else is at work in its folder, because a latch is held.
        #
        #: () -> String
        def configuration
          own = { "Dir" => @folder, "Dir::State" => "#{@folder}/state", "Dir::State::status" => "#{@folder}/status",
                  "Dir::Cache" => "#{@folder}/cache", "Dir::Cache::srcpkgcache" => "",
                  "Dir::Etc" => "#{@folder}/etc", "Dir::Etc::trusted" => "/etc/apt/trusted.gpg",
                  "Dir::Etc::trustedparts" => "/etc/apt/trusted.gpg.d", "Dir::Etc::netrc" => "/etc/apt/auth.conf",
                  "Dir::Etc::netrcparts" => "/etc/apt/auth.conf.d", "Dir::Log" => "#{@folder}/log",
                  "APT::Architecture" => @architecture, "APT::Architectures" => @architecture,
                  "APT::Install-Recommends" => "false", "APT::Sandbox::User" => "root", "APT::Update::Error-Mode" => "any",
                  "Acquire::Languages" => "none", "Acquire::GzipIndexes" => "true", "Debug::NoLocking" => "true" }
          [*@told.lines(chomp: true).grep(NETWORK), *own.map { |name, value| %(#{name} "#{value}";) }].join("\n").concat("\n")
        end

        #: () -> String
        def sources
          signed = @archive.trusted ? "trusted=yes" : @archive.keyring && "signed-by=#{@archive.keyring}"
          "#{[@type, *("[#{signed}]" if signed), @archive.address, @suite, "main"].join(" ")}\n"
        end
      end
    end
  end
end
