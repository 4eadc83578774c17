# frozen_string_literal: true

module Cachemark
  module Env
    # The few environment variables that reach a child process. RUBYOPT, BUNDLE_*, GEM_* and
    # the rest stay out: they would let the user's shell change what is measured.
    class Variables
      DRIVER = %w[PATH HOME LANG LC_ALL LC_CTYPE TMPDIR TZ].freeze
      NETWORK = %w[GEMRC XDG_CONFIG_HOME SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE GIT_SSL_CAINFO SSH_AUTH_SOCK
                   http_proxy https_proxy no_proxy all_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY].freeze

      #: (?Hash[String, String]) -> void
      def initialize(given = ENV)
        @given = given
      end

      # For a process that runs a contender.
      #: () -> Hash[String, String]
      def for_driver = pick(DRIVER)

      # For a process that resolves, fetches or builds: the user's proxies and certificates apply.
      #: () -> Hash[String, String]
      def for_build = pick(DRIVER + NETWORK)

      private

      # Old gemspecs hold UTF-8 and cannot be read in the POSIX locale.
      def pick(names) = { "LANG" => "C.UTF-8" }.merge(@given.to_h.slice(*names))
    end
  end
end
