# frozen_string_literal: true

module Cachemark
  module CLI
    # Newer releases of the clients that were measured last, for who asks how things stand.
    class NewerReleases
      # Records that say nothing of clients.
      OTHERS = %w[doctor calibrate].freeze
      private_constant :OTHERS

      #: (Hash[Symbol, Object], catalog: Catalog, ?records: String, ?registry: Object) -> void
      def initialize(options, catalog:, records: Paths.new.records, registry: Rooms.new(options).to_h.fetch(:versions))
        @offline = options.fetch(:offline, false)
        @catalog = catalog
        @records = records
        @registry = registry
      end

      # {"newer" => what Contender::Versions::Newer found, nil where nobody was asked; "why" => why not; "measured_at" => when the
      # record was made}
      #
      #: () -> Hash[String, Object]
      def facts
        record = last
        return told("nothing has been measured yet") unless record
        return told("not looked up (--offline)") if @offline

        { "newer" => Contender::Versions::Newer.new(@catalog, @registry).of(notations(record)), "why" => nil,
          "measured_at" => record.run["started_at"] }
      rescue Trouble => error
        told("not looked up: #{error.message.lines.first.chomp}")
      end

      private

      def told(why) = { "newer" => nil, "why" => why, "measured_at" => nil }

      # The newest record in which a release was measured.
      def last
        files = Dir.glob(File.join(@records, "*.jsonl")).sort_by { |path| File.mtime(path) }.reverse
        files.lazy.filter_map { |path| Record::Beginning.read(path) }
             .find { |record| !OTHERS.include?(record.run["command"]) && notations(record).any? }
      end

      def notations(record) = record.cells.filter_map { |cell| cell["notation"] }.grep(Contender::Versions::Newer::EXACT).uniq
    end
  end
end
