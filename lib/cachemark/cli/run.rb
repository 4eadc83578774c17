# frozen_string_literal: true

module Cachemark
  module CLI
    # `run`: measures a suite, or the named contenders.
    class Run < Command
      include Measuring

      describe "Measure clients against a real memcached.", arguments: "[CONTENDER...]", examples: [
        ["run", "The default suite, today: the clients that people use now."],
        ["run dalli socket --for 40s", "One client and the reference."],
        ["run dalli@2.7.11 dalli@3.2.8,protocol=binary --scenario 'client/*'", "Two versions in every scenario of clients."],
        ["run dalli memcached --scenario client/get --metric instructions,writes", "Times, with two counts as columns."],
        ["run dalli pymemcache --scenario client/get --sweep size=100,10k,1M", "A table and a chart over three sizes."],
        ["run --suite versions --format classic", "The tables of dalli's Performance.md of 2010."],
        ["run --for 10000x --format classic -o document=README.md", "The published table, updated in a document."],
        ["run dalli socket --scenario client/get --rate 2000..20000 --slo 1ms", "Latency under increasing load."],
        ["run dalli --scenario client/get --rate 5000 --slo 1ms,fail",
         "In CI: the exit code is 1 if the p99 is above 1 ms."],
        ["run dalli --scenario client/get --rate 2000..8000 --on ssh:web1,web2 --with server=cache1:11211",
         "The same load from several hosts, on one server."]
      ]
      COUNTED = Options.count(Vocabulary::Metrics::INSTRUMENT)
      METRIC = COUNTED.with(text: "#{COUNTED.text} latencies: also report percentiles of single calls.",
                            words: [*COUNTED.words, "latencies"], forms: { /\Alatencies\z/ => Options::LATENCIES })
      private_constant :COUNTED, :METRIC
      takes "What to measure" => [*Options::SELECTION, Options::SWEEPS],
            "How long and how precisely" => [Options::MEASURING, METRIC],
            "Latency under load" => Options::LOAD,
            "Conditions" => [
              Options.with(Options::RUNTIMES, Options::MEMCACHED, Options::MACHINE, Options::NETWORK, Options::PLACEMENT,
                           Options::INSTALL, Options::SEED, Options::DATA, Options::LOCKED,
                           Options::MODES),
              Options.allow("unsafe", "non-empty", "load", "unexamined", "incomplete")
            ],
            "Several hosts" => [Options::HOSTS],
            "Report and record" => Options.measured(Report::Run.formats, Options::RECORD, Options::HISTORY, Options::UPDATE,
                                                    full: Options::COLUMNS)

      # Options of private servers.
      ALONE = %i[servers memcacheds rtts bandwidths].freeze
      LOOPBACK = /\A(?:127\.|::1\z|localhost\z)/
      private_constant :ALONE, :LOOPBACK

      private

      def selection(words)
        refuse_format if @options[:rates] && @options[:format]
        Selection.new(words, @options, **sources)
      end

      def task
        task = in_time(super)
        return shared(task) unless @options[:on]

        refuse_apart
        refuse_unreachable(on_hosts.launcher)
        task
      end

      def code(done)
        code = done.code.zero? && (!figures?(done.record) || short?(done.record)) ? 3 : done.code
        return code unless @options[:fail_on_slo]

        loop = Stats::OpenLoop.of(done.record)
        with_limits(loop.shown.all?(&:ok?) ? code : 3, loop.limit_verdicts)
      end

      # Whether hosts have ended early, or a row of them has no figures.
      def short?(record)
        record.hosts.any? && (record.ending["outcome"] != "complete" || !Stats::OpenLoop.of(record).shown.all?(&:ok?))
      end

      # All hosts load the same servers.
      def together? = true

      def loaded
        Lab::SharedLoad::Servers.admit(@options[:server], items: @options.fetch(:allow_non_empty, false),
                                                          others: @options.fetch(:allow_load, false))
      end

      def refuse_apart
        unless @options[:rates]
          raise Usage.new("run --on needs --rate: several hosts load one server together",
                          try: "--rate 2000..8000 --with server=HOST:PORT, or cachemark compare --on #{@options[:on]}")
        end
        refuse_alone
        return if @options[:server]

        raise Usage.new("run --on needs --with server: the memcached that all hosts load",
                        try: "add --with server=HOST:PORT, an address that all hosts and this machine reach")
      end

      # The server must be the same one for all hosts.
      def refuse_unreachable(launcher)
        secret = @options[:server].find { |access| access.login || access.trust }
        raise Usage.new("--with server=#{secret}: hosts get neither passwords nor certificates",
                        try: "name a server without a login and without TLS") if secret
        return if launcher.hosts == "one"

        near = @options[:server].find { |access| access.address.unix? || access.address.host.match?(LOOPBACK) } or return
        raise Usage.new("--with server=#{near}: this is another server on each host",
                        try: "name an address that all hosts and this machine reach")
      end

      def refuse_alone
        key = ALONE.find { |name| @options[name] } or return
        raise Usage.new("run --on does not take #{Options.flag(key)}: Cachemark starts no server and no network for it",
                        try: "remove #{Options.flag(key)}")
      end

      # The part of one host.
      def shared(task)
        hosts = @replica && OnHosts::Replica.sharing(@replica)
        hosts ? task.with(open_loop: task.open_loop.shared_by(hosts), loop: Lab::SharedLoad) : task
      end

      # Whether any row was measured.
      def figures?(record)
        table = @options[:rates] ? Stats::OpenLoop.of(record) : Stats::Table.of(record)
        table.shown.any?(&:ok?)
      end

      def refuse_format
        formats = Report::OpenLoop.formats
        return if formats.include?(@options[:format])

        raise Usage.new("--format #{@options[:format]} cannot show rates",
                        try: "--format #{Vocabulary.list(formats, "or")}")
      end
    end
  end
end
