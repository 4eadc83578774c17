# frozen_string_literal: true

require "etc"
require "fileutils"
require "monitor"
require "pty"
require "securerandom"

module Cachemark
  module Host
    # A private memcached on a free loopback port. The keeper is its parent, because memcached outlives even `kill -9` of
    # the process that started it.
    class Memcached < Server
      # `program` are the words that start it, by default the one on the PATH. `argv_prefix` is a launcher such as
      # ["taskset", "-c", "1"]. `listening` is how it listens, and `place` where, if that is given. `arguments` replace ours
      # (one thread, `memory_mb`, room for `connections`). With `terminal`, it writes to a terminal, as in the published
      # benchmarks. Raises Trouble if memcached is absent or does not start.
      #: (keeper: Keeper, ?program: Array[String], ?argv_prefix: Array[String], ?listening: Listening, ?place: Listening::Place?, ?memory_mb: Integer, ?connections: Integer, ?arguments: Array[String]?, ?terminal: bool) -> Memcached
      def self.start(keeper:, **settings) = Launch.new(keeper: keeper, **settings).server

      # Raises Trouble if memcached is not installed.
      def self.check(keeper) = Launch.check(keeper)

      # Launch creates these, once the server replies.
      #: (Child, Listening::Place, Output, Listening) -> void
      def initialize(child, place, output, listening)
        super(place.access, admin: place.admin, certificate: listening.certificate)
        @listening = listening
        @child = child
        @output = output
      end

      # Array[String]: the command with its prefix.
      def argv = @child.argv

      # Integer
      def pid = @child.pid

      def private? = true

      # A certificate that its clients must refuse (Files::IMPOSTORS).
      #: (String) -> Access::Certificate
      def impostor(flaw) = @listening.files.impostor(flaw)

      # Whether others may also use it.
      def shared? = false

      # Whether our process still runs.
      def alive? = @child.alive?

      # Sends a signal to the process itself, at once; the keeper would be asked first. Nothing happens if it has ended.
      #: (String) -> void
      def signal(name)
        ::Process.kill(name, pid)
      rescue Errno::ESRCH
        nil
      end

      # nil, or how it ended, as the end of a sentence.
      def how_it_ended
        exit = @child.status
        exit && [exit.to_s, @output.last_line].compact.join(": ")
      end

      # The server's own counters. Raises AdminSocket::Silent if it has ended, and says how.
      def stats = reporting_end { super }

      def counters(names) = reporting_end { super }

      # Removes every item. Raises Trouble unless the server replies OK.
      def flush
        reporting_end { @admin.flush_all }
        self
      end

      # Ends it and waits until it is gone. It uses KILL, because there is nothing to save, and memcached takes up to a
      # second to end on TERM.
      def stop
        @admin.close
        @child.stop(grace_s: 0)
        @output.close
        FileUtils.rm_f(access.address.path) if access.address.unix?
      end

      private

      def reporting_end
        yield
      rescue AdminSocket::Silent
        @child.wait(0.2)
        raise if alive?

        raise AdminSocket::Silent.new("the private memcached at #{address} #{how_it_ended || "was lost with its keeper"}",
                                      try: "run the command again")
      end

      # The output of a server. It is read continuously, so that the server never blocks, and its end is kept for the error
      # message. As a terminal it costs the server the same as in the published runs: one line-buffered write for each log
      # line.
      class Output
        KEPT_BYTES = 4096
        LATE_OUTPUT_S = 0.2
        private_constant :LATE_OUTPUT_S

        # IO: the stream that the server writes to.
        attr_reader :sink

        #: (?terminal: boolish) -> void
        def initialize(terminal: false)
          @source, @sink = terminal ? PTY.open : IO.pipe
          @text = +""
          @drain = Thread.new { drain }
        end

        # Closes our copy of the stream, because the reader would never see its end otherwise.
        def release_sink = @sink.close

        # String: the last 4 KB.
        def text = @text.dup

        # nil if it printed nothing. Waits a moment for remaining output of a server that has ended.
        def last_line
          @drain.join(LATE_OUTPUT_S)
          text.lines.map(&:strip).reject(&:empty?).last
        end

        # Waits a moment for remaining output.
        def close
          @sink.close
          @drain.join(LATE_OUTPUT_S)
          @drain.kill.join
          @source.close
        end

        private

        def drain
          loop { @text = (@text + @source.readpartial(65_536).scrub("?")).then { |all| all[-KEPT_BYTES..] || all } }
        rescue EOFError, SystemCallError, IOError
          nil
        end
      end

      # How a program of memcached can listen, as its help says: a build may lack TLS, or logins.
      class Abilities
        # The option that help names, and its word for people.
        SIGNS = { "tls" => ["--enable-ssl", "TLS"], "sasl" => ["--enable-sasl", "SASL"],
                  "text" => ["--auth-file", "logins in the text protocol"] }.freeze
        private_constant :SIGNS

        #: (Keeper, ?program: Array[String]) -> void
        def initialize(keeper, program: Launch::PROGRAM)
          @keeper = keeper
          @program = program
        end

        # Raises Trouble if the program lacks one of these ways ("unix", "tls" ...).
        #: (Array[String]) -> void
        def check(ways)
          sign, word = ways.filter_map { |way| SIGNS[way] }.find { |option, _| !help.include?(option) }
          return unless sign

          raise Trouble.new("#{@program.last} was built without #{word}: its help does not name #{sign}",
                            try: "name another with --with memcached=VERSION (cachemark list servers)")
        end

        private

        def help
          @help ||= begin
            source, sink = IO.pipe
            child = @keeper.spawn([*@program, "-h"], out: sink, err: sink)
            sink.close
            source.read.scrub.tap { child.wait }
          ensure
            [source, sink].each { |pipe| pipe&.close }
          end
        end
      end

      # The files of private servers: unix sockets, certificates of an authority that was made for the run, and logins. They are
      # in a folder of the keeper that only the user of the servers may enter. Each is written once, although several threads
      # start servers.
      class Files
        # The longest path of a unix socket.
        LONGEST = 107
        USER = "cachemark"
        IMPOSTORS = %w[other-authority expired other-host].freeze
        private_constant :LONGEST, :USER

        # The user that memcached takes, because it does not run as root; nil if this is not root.
        #: () -> String?
        def self.user
          return unless ::Process.uid.zero?

          %w[memcache memcached nobody].find { |name| Etc.getpwnam(name) rescue nil } # rubocop:disable Style/RescueModifier
        end

        #: (Keeper) -> void
        def initialize(keeper)
          @keeper = keeper
          @lock = Monitor.new
          @sockets = 0
        end

        # The path of another unix socket. Raises Trouble if it would be too long.
        #: () -> String
        def socket
          path = path("#{@lock.synchronize { @sockets += 1 }}.sock")
          return path if path.bytesize <= LONGEST

          raise Trouble.new("#{path} is too long for a unix socket, which may have #{LONGEST} bytes",
                            try: "set TMPDIR to a folder with a shorter path")
        end

        # The authority of the run.
        #: () -> Access::Certificate::Authority
        def authority = @lock.synchronize { @authority ||= Access::Certificate::Authority.new }

        # The certificate of the servers.
        #: () -> Access::Certificate
        def certificate = @lock.synchronize { @certificate ||= authority.issue.trusted_by(trust) }

        # A certificate that clients must refuse, by its flaw (IMPOSTORS).
        #: (String) -> Access::Certificate
        def impostor(flaw)
          @lock.synchronize do
            made = case flaw
                   when "other-authority" then Access::Certificate::Authority.new.issue
                   when "expired" then authority.issue(for_s: -60)
                   when "other-host" then authority.issue(names: { dns: ["cache.example"] })
                   end
            (@impostors ||= {})[flaw] ||= made.trusted_by(trust)
          end
        end

        # The path of the authority's certificate, for clients.
        #: () -> String
        def trust = @lock.synchronize { @trust ||= written("ca.pem", authority.text) }

        # The paths of the servers' certificate and its key.
        #: () -> [String, String]
        def certificate_paths
          @lock.synchronize do
            @certificate_paths ||= [written("server.pem", certificate.text), written("server.key", certificate.key_text)]
          end
        end

        # The login of clients: a name and a random password.
        #: (String) -> Access::Login
        def login(by)
          @lock.synchronize { @login ||= Access::Login.new(by: by, user: USER, password: SecureRandom.alphanumeric(24)) }
          @login.with(by: by)
        end

        # The path of the file by which memcached knows that login in the text protocol.
        #: () -> String
        def text_logins
          @lock.synchronize { @text_logins ||= written("logins", "#{USER}:#{login("text").password}\n") }
        end

        # The folder by which the SASL library of memcached knows it. Raises Trouble.
        #: () -> String
        def sasl_folder
          @lock.synchronize { @sasl_folder ||= SaslDatabase.new(@keeper, folder).keep(login("sasl"), owner: Files.user) }
        end

        private

        def folder
          @lock.synchronize do
            @folder ||= @keeper.folder("cachemark-memcached").tap { |path| FileUtils.chown(Files.user, nil, path) }
          end
        end

        def path(name) = ::File.join(folder, name)

        def written(name, text)
          path(name).tap do |path|
            ::File.write(path, text, perm: 0o600)
            FileUtils.chown(Files.user, nil, path)
          end
        rescue SystemCallError => error
          raise Trouble.new("#{name} of the servers cannot be written: #{error.message.sub(/ @ .*/, "")}",
                            try: "make room in the folder for temporary files")
        end
      end
    end
  end
end
