# frozen_string_literal: true

module Cachemark
  module CLI
    # Makes results (Results::Result) of the published copies of records.
    class Summaries
      # `copy` is {"sha256", "bytes"} of the copy, `step` the step of a campaign that the record belongs to. Raises Usage for a
      # record of a kind that is not published.
      #: (Record, copy: Hash[String, Object], step: Hash?) -> Results::Result
      def of(record, copy:, step:)
        kind = Delivery::Subject.kind(record.run)
        Cachemark::Results::Summary.check(record, kind)
        subject = Delivery::Subject.new(record)
        summary = Cachemark::Results::Summary.new(record, kind: kind, copy: copy, step: step, client: method(:client),
                                                          answer: subject.headline, report: ::JSON.parse(subject.report("json")))
        Cachemark::Results::Result.of(::JSON.parse(::JSON.generate(summary.to_h)), path: "the result")
      end

      private

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
