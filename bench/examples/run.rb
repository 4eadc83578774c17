# frozen_string_literal: true

require "etc"
require "fileutils"
require "json"
require "rbconfig"

module Bench
  module Examples
    # An example that failed: the document stays as it is.
    class Failed < StandardError; end

    # One run of an example in its own folder, with the files that the pages show and an empty state folder.
    class Run
      # These commands keep a record.
      RECORDED = %w[run work compare gate find explain check outage doctor].freeze
      AUTHOR = { "GIT_AUTHOR_NAME" => "me", "GIT_AUTHOR_EMAIL" => "me@example.org",
                 "GIT_COMMITTER_NAME" => "me", "GIT_COMMITTER_EMAIL" => "me@example.org" }.freeze

      #: (Check::Printed::Marker, Array[Check::Printed::Page], String) -> void
      def initialize(marker, pages, dir)
        @marker = marker
        @pages = pages
        @dir = File.realpath(dir)
        @folder = FileUtils.mkdir_p(File.join(@dir, "here")).first
        @record = File.join(@dir, "record.jsonl")
      end

      # Types what comes before.
      def prepare
        @pages.each { |page| page.files.each { |name, text| File.write(File.join(@folder, name), text) } }
        script = [*@marker.after.flat_map { |text| lines(text) }, "pwd -P > #{File.join(@dir, "folder")}"].join("\n")
        status, out, err = spawn("sh", "-ec", script)
        raise Failed, "what comes before it failed: #{(out + err).lines.last.to_s.strip}" unless status.success?

        @folder = File.read(File.join(@dir, "folder")).chomp
      end

      # The output; of a refused command, what it says about that.
      #: () -> String
      def output
        status, out, err = spawn(*COMMAND, *@marker.argv.drop(1), *(["-o", "record=#{@record}"] if record?))
        said = err.lines.grep(/^cachemark: /).last || out.lines.first || err.lines.last
        raise Failed, "exit code #{status.exitstatus}: #{said.to_s.strip}" unless status.exitstatus == @marker.status

        neutral(out.empty? ? err : out)
      end

      #: () -> Array[Hash[String, Object]]
      def record = File.exist?(@record) ? Bench.lines(@record) : []

      private

      def record?
        own = @marker.argv.each_cons(2).any? { |option, path| %w[-o --output].include?(option) && path.end_with?(".jsonl") }
        RECORDED.include?(@marker.argv[1]) && !own
      end

      def lines(text)
        path, anchor = text.match(Check::Printed::Marker::SECTION)&.captures
        return [text] unless path

        page = @pages.find { |page| page.path == path } or raise Failed, "#{path}: no such page"
        page.commands(anchor)
      end

      # The streams are files, so that nothing is a terminal. The process is ended if this one is interrupted.
      def spawn(*argv)
        out, err = %w[out err].map { |name| File.join(@dir, name) }
        pid = Process.spawn(environment, *argv, chdir: @folder, in: File::NULL, out: out, err: err)
        status = Process.wait2(pid).last
        [status, *[out, err].map { |path| File.read(path, encoding: "UTF-8").scrub }]
      ensure
        end_of(pid) if pid && !status
      end

      def end_of(pid)
        Process.kill("TERM", pid)
        Process.wait(pid)
      end

      def environment
        { **AUTHOR, "LC_ALL" => "C.UTF-8", "XDG_STATE_HOME" => File.join(@dir, "state"),
          "PATH" => [File.join(ROOT, "bin"), ENV.fetch("PATH")].join(File::PATH_SEPARATOR),
          # The gems of this script are not those of the command.
          "CACHEMARK_BENCH_GEMS" => nil, "RUBYOPT" => nil, "RUBYLIB" => nil, "BUNDLE_GEMFILE" => nil }
      end

      def neutral(text)
        places = { @folder => "~", File.join(@dir, "here") => "~", ROOT => "~/cachemark", Dir.home => "~" }
        Neutral.of(text, places, user: Etc.getpwuid.name)
      end
    end
  end
end
