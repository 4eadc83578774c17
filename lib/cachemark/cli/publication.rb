# frozen_string_literal: true

require "digest"

module Cachemark
  module CLI
    # Turns records into results (Results): the summary of each, and a compressed copy without the names of this machine.
    class Publication
      class << self
        # The result of a copy. `copy` is {"sha256", "bytes"} of it, `step` the step of a campaign that the record belongs to.
        # Raises Usage for a record of a kind that is not published.
        #: (Record, copy: Hash[String, Object], step: Hash?) -> Results::Result
        def result(record, copy:, step:)
          kind = Delivery::Subject.kind(record.run)
          Cachemark::Results::Summary.check(record, kind)
          subject = Delivery::Subject.new(record)
          summary = Cachemark::Results::Summary.new(
            record, kind: kind, copy: copy, step: step, client: method(:client), answer: subject.headline,
                    report: ::JSON.parse(subject.report("json"))
          )
          Cachemark::Results::Result.of(::JSON.parse(::JSON.generate(summary.to_h)), path: "the result")
        end

        private

        # The id of a client, by the name in a record that has no cells.
        def client(name)
          (@catalog ||= Catalog.load).client(name).id
        rescue Usage # it left the catalogue
          name
        end
      end

      #: (Results::Folder, ?names: Results::Names) -> void
      def initialize(folder, names: Cachemark::Results::Names.here)
        @folder = folder
        @names = names
        @added = []
      end

      # Array[String]: the paths of all results so far.
      attr_reader :added

      # Publishes the record at that path, and returns its result. `step` is the step of a campaign that the record belongs to.
      # Raises Usage for a record of a kind that is not published.
      #: (String, ?step: Hash?) -> Results::Result
      def add(path, step: nil)
        record = Record::Reader.read(path)
        refuse_elsewhere(record, path)
        copy = Cachemark::Results::Copy.new(record, @names)
        result = Record::Reader.interpret(path) { result(copy, step) }
        @added |= [@folder.add(result, Cachemark::Results::Folder.compressed(copy.text))]
        result
      end

      # The other results of this machine for the step of a campaign that a result belongs to.
      #: (Results::Result) -> Array[Results::Result]
      def others(result)
        place = ->(one) { [one.folder, one.step, one.begun] }
        @folder.results.select { |one| place.call(one) == place.call(result) && one.name != result.name }
      end

      # Removes a result of the folder.
      #: (Results::Result) -> void
      def withdraw(result) = @added.delete(@folder.remove(result))

      private

      # Only this machine's names are known.
      def refuse_elsewhere(record, path)
        identity = record.run.dig("machine", "identity")
        return if identity.nil? || identity == Host::Machine.facts["identity"]

        raise Usage.new("#{path} was measured on another machine, whose names would stay in it", try: "publish it there")
      end

      def result(copy, step)
        facts = { "sha256" => Digest::SHA256.hexdigest(copy.text), "bytes" => copy.text.bytesize }
        Publication.result(copy.record, copy: facts, step: step)
      end
    end
  end
end
