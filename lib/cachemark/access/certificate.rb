# frozen_string_literal: true

require "openssl"

module Cachemark
  class Access
    # The certificate of a server, with its key.
    class Certificate
      # PEM; the path of the authorities by which clients verify it, if that is known.
      attr_reader :text, :key_text, :trust

      #: (String, String, ?trust: String?) -> void
      def initialize(text, key_text, trust: nil)
        @text = text.dup.freeze
        @key_text = key_text.dup.freeze
        @trust = trust
      end

      # The same for clients that verify it by this file.
      #: (String) -> Certificate
      def trusted_by(path) = Certificate.new(text, key_text, trust: path)

      # For the side of a server.
      #: () -> OpenSSL::SSL::SSLContext
      def context
        @context ||= OpenSSL::SSL::SSLContext.new.tap do |context|
          context.add_certificate(OpenSSL::X509::Certificate.new(text), OpenSSL::PKey.read(key_text))
        end
      end

      # The key is no part of a message.
      def inspect = "#<#{self.class}>"

      # An authority made for one run, which nobody else trusts.
      class Authority
        CURVE = "prime256v1"
        # Clocks of machines differ, and no run takes longer.
        SINCE_S = 3_600
        FOR_S = 30 * 86_400
        NAMES = { dns: %w[localhost], ip: [Address::LOOPBACK, Address::LOOPBACK6] }.freeze
        CRITICAL = %w[basicConstraints keyUsage].freeze
        private_constant :CURVE, :SINCE_S, :FOR_S, :NAMES, :CRITICAL

        # The time is in seconds since 1970.
        #: (?now_s: Integer) -> void
        def initialize(now_s: Time.now.to_i)
          @now_s = now_s
          @key = OpenSSL::PKey::EC.generate(CURVE)
          @certificate = blank("Cachemark, made for one run", @key, FOR_S)
          @certificate.issuer = @certificate.subject
          extend(@certificate, @certificate, "basicConstraints" => "CA:TRUE", "keyUsage" => "keyCertSign, cRLSign")
          @certificate.sign(@key, "SHA256")
        end

        # PEM: its own certificate, by which those that it issues are verified.
        #: () -> String
        def text = @certificate.to_pem

        # A certificate for servers of this machine, or for other names, that is valid for this time.
        #: (?names: Hash[Symbol, Array[String]], ?for_s: Integer) -> Certificate
        def issue(names: NAMES, for_s: FOR_S)
          key = OpenSSL::PKey::EC.generate(CURVE)
          issued = blank(names.values.flatten.first, key, for_s)
          issued.issuer = @certificate.subject
          all = names.flat_map { |kind, own| own.map { |name| "#{kind.to_s.upcase}:#{name}" } }
          extend(issued, @certificate, "basicConstraints" => "CA:FALSE", "keyUsage" => "digitalSignature",
                                       "extendedKeyUsage" => "serverAuth", "subjectAltName" => all.join(","))
          issued.sign(@key, "SHA256")
          Certificate.new(issued.to_pem, key.to_pem)
        end

        private

        def blank(name, key, for_s)
          OpenSSL::X509::Certificate.new.tap do |made|
            made.version = 2
            made.serial = OpenSSL::BN.rand(64)
            made.subject = OpenSSL::X509::Name.new([["CN", name]])
            made.public_key = key
            made.not_before = Time.at(@now_s - SINCE_S)
            made.not_after = Time.at(@now_s + for_s)
          end
        end

        def extend(certificate, issuer, extensions)
          factory = OpenSSL::X509::ExtensionFactory.new(issuer, certificate)
          all = { **extensions, "subjectKeyIdentifier" => "hash" }
          all["authorityKeyIdentifier"] = "keyid:always" unless issuer.equal?(certificate)
          all.each { |name, value| certificate.add_extension(factory.create_extension(name, value, CRITICAL.include?(name))) }
        end
      end
    end
  end
end
