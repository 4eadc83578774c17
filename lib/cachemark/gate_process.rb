# frozen_string_literal: true

require "json"
require "open3"
require "rbconfig"

module Cachemark
  # `cachemark gate`, or another command, as a separate process: for a Rakefile or a test suite, which must not contain the
  # lab's gems and processes. It loads nothing else of Cachemark.
  module GateProcess
    # The result: exit code, the JSON document (nil without any), stderr.
    Answer = Struct.new(:code, :document, :err) do
      # The gate's sentences; without any, the lines of stderr.
      #: () -> Array[String]
      def sentences
        said = document.is_a?(Hash) ? Array(document["sentences"]) : []
        said = err.lines(chomp: true).reject(&:empty?) if said.empty?
        said.empty? ? ["cachemark ended with exit code #{code} and no output"] : said
      end

      # Whether it measured everything, and that was not enough to decide. A cell that could not be measured is a failure
      # instead.
      def undecided? = code == 4 && document.is_a?(Hash) && document["decision"] == "undecided"
    end

    # Two measurements at the same time would disturb each other.
    ONE_AT_A_TIME = Mutex.new
    # Options that list their values in one word.
    LISTS = %i[metric with allow].freeze
    SHARES = %i[margin threshold alpha].freeze
    private_constant :ONE_AT_A_TIME, :LISTS, :SHARES

    class << self
      # The first words of the command line: those of the installed gem, or of the checkout with this file.
      #: () -> Array[String]
      def program
        root = File.expand_path("../..", __dir__)
        setup = File.join(root, "bin", "cachemark")
        installed = Gem.loaded_specs.key?("cachemark") || !File.executable?(setup)
        installed ? [RbConfig.ruby, File.join(root, "exe", "cachemark")] : [setup]
      end

      # Command-line words for options by name: {for: 60, scenario: ["client/*"], with: {ruby: "3.3"}}. A Numeric is in seconds
      # for `for`, and a share of 1 for a margin or threshold.
      #: (Hash[Symbol, Object]) -> Array[String]
      def words(options)
        options.flat_map do |name, value|
          flag = "--#{name.to_s.tr("_", "-")}"
          case value
          when nil, false then []
          when true then [flag]
          when Hash then [flag, value.map { |pair| pair.join("=") }.join(",")]
          when Array then LISTS.include?(name) ? [flag, value.join(",")] : value.flat_map { |one| [flag, text(name, one)] }
          else [flag, text(name, value)]
          end
        end
      end

      # Runs `gate` in a folder, without output, and returns its Answer.
      #: (?String?, dir: String, ?program: Array[String], **Object) -> Answer
      def ask(client = nil, dir:, program: self.program, **options)
        argv = [*program, "gate", *client, *words(options), "--format", "json"]
        code, out, err = ONE_AT_A_TIME.synchronize { capture(argv, dir) }
        Answer.new(code, document(out), err)
      end

      # Runs a command with visible output; returns its exit code.
      #: (Array[String], ?dir: String) -> Integer
      def show(argv, dir: Dir.pwd)
        pid = Process.spawn(direct(argv), *argv.drop(1), chdir: dir)
        code(wait(pid))
      end

      private

      # [path, argv0], so that no shell parses it.
      def direct(argv) = [argv.first, argv.first]

      def text(name, value)
        return value.to_s unless value.is_a?(Numeric)
        return format("%gs", value) if name == :for

        SHARES.include?(name) ? format("%g%%", value * 100) : value.to_s
      end

      def capture(argv, dir)
        Open3.popen3(direct(argv), *argv.drop(1), chdir: dir) do |input, out, err, waiter|
          input.close
          texts = [out, err].map { |stream| Thread.new { stream.read } }
          [code(waiter.value), *texts.map(&:value)]
        ensure
          stop(waiter.pid) if waiter.alive?
          waiter.join
          texts&.each { |thread| thread.kill.join }
        end
      end

      # Ctrl-C reaches the process too: it ends early, reports, and only then do we.
      def wait(pid)
        Process.wait2(pid).last
      rescue Interrupt
        Process.wait(pid)
        raise
      rescue SignalException
        stop(pid)
        Process.wait(pid)
        raise
      end

      def stop(pid)
        Process.kill("TERM", pid)
      rescue Errno::ESRCH
        nil
      end

      def code(status) = status.exitstatus || (128 + status.termsig)

      # bin/cachemark first prints what it installs.
      def document(text)
        JSON.parse(text[/^\{.*\z/m].to_s)
      rescue JSON::ParserError
        nil
      end
    end
  end
end
