# frozen_string_literal: true

require "digest"

module Cachemark
  module CLI
    # Turns records into results (Results): the summary of each, and a compressed copy without the names of this machine.
    class Publication
      #: (Results::Folder, ?names: Results::Names) -> void
      def initialize(folder, names: Cachemark::Results::Names.here)
        @folder = folder
        @names = names
        @added = []
      end

      # Array[String]: the paths of the results so far.
      attr_reader :added

      # Publishes the record at that path, and returns the path of its result. `step` is the step of a campaign that the
      # record belongs to. The block returns whether to publish the result; nil if not. Raises Usage for a record of a kind that
      # is not published.
      #: (String, ?step: Hash?) ?{ (Results::Result) -> bool } -> String?
      def add(path, step: nil)
        copy = Cachemark::Results::Copy.new(Record::Reader.read(path), @names)
        result = Record::Reader.interpret(path) { result(copy, step) }
        return if block_given? && !yield(result)

        @folder.add(result, Cachemark::Results::Folder.compressed(copy.text)).tap { |file| @added << file }
      end

      private

      def result(copy, step)
        record = copy.record
        kind = Delivery::Subject.kind(record.run)
        Cachemark::Results::Summary.check(record, kind)
        subject = Delivery::Subject.new(record)
        facts = { "sha256" => Digest::SHA256.hexdigest(copy.text), "bytes" => copy.text.bytesize }
        summary = Cachemark::Results::Summary.new(record, kind: kind, copy: facts, step: step, client: method(:client),
                                                          answer: subject.headline, report: ::JSON.parse(subject.report("json")))
        Cachemark::Results::Result.read(::JSON.generate(summary.to_h), path: "the result")
      end

      # The id of a client, by the name in a record that has no cells.
      def client(name)
        @catalog ||= Catalog.load
        @catalog.client(name).id
      rescue Usage # it left the catalogue
        name
      end
    end
  end
end
