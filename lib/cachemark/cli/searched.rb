# frozen_string_literal: true

module Cachemark
  module CLI
    # What the words of a search select: the versions of a client from an older to a newer one,
    # over the scenarios that are asked for.
    class Searched < Selection
      # Hash: what the record keeps of it; a range of commits stands in no word.
      def suite_facts = super.merge("title" => title)

      #: (Hash[Symbol, Object]) -> Lab::Job
      def job(judging)
        super().with(judging: judging.freeze, range: positions.freeze)
      end

      # Refuses to go on with a record that was made of other versions.
      #: (Record) -> void
      def match!(record)
        before = record.positions.map { |line| line["contender"] }
        return if before.empty? || before == contenders.map(&:id)

        raise Usage.new("#{record.path}: what was searched then are other versions than now",
                        try: "the branch moved, or new releases came out: begin anew, or name both ends exactly")
      end

      private

      def positions
        members.each_with_index.map do |member, number|
          Plan::Position.new(number: number, contender: member.contender, name: member.name, subject: member.subject)
        end
      end

      def contenders = members.map(&:contender)

      def members = @members ||= @options[:git] ? commits : resolver.lineage.releases(*@words)

      def commits
        checkout = Contender::Checkout.here(catalog: @catalog, places: Places.new, word: @words.first,
                                            command: "find --git #{@options[:git]}")
        resolver.lineage.commits(checkout, @options[:git])
      end

      # A search over commits needs no word at all; its scenarios are those of a client that is named.
      def asked_suite = named

      def title = [*@words, *@options[:git]].join(" ")

      # Nothing is told as a multiple of the reference.
      def references = []
    end
  end
end
