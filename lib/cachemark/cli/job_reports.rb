# frozen_string_literal: true

module Cachemark
  module CLI
    # What a gate leaves beside its report: a JUnit file where `--junit` asks for one; in a job of
    # GitHub's, annotations and the job's summary. Standard output stays the report's.
    class JobReports
      #: (Hash[Symbol, Object], err: IO, ?environment: Hash[String, String]) -> void
      def initialize(options, err:, environment: ENV.to_h)
        @junit = options[:junit]
        @err = err
        # Asked for as the report, the annotations stand in the output already.
        @annotated = environment["GITHUB_ACTIONS"] == "true" && (options[:format] != "github" || options[:output])
        @summary = environment["GITHUB_STEP_SUMMARY"]
      end

      # The gate has spoken: what cannot be written now is told, and changes no decision.
      #
      #: (Record) -> void
      def deliver(record)
        subject = Subject.new(record)
        write(@junit) { AtomicFile.write(@junit, subject.report("junit")) } if @junit
        @err.print(subject.report("github")) if @annotated
        write(@summary) { File.write(@summary, subject.report("markdown"), mode: "a") } unless @summary.to_s.empty?
      end

      private

      def write(path)
        yield
      rescue SystemCallError, Error => error
        @err.puts "#{path} could not be written: #{error.message.sub(/ @ .*/, "")}"
      end
    end
  end
end
