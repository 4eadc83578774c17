# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # How figures are made, what disqualifies, how they age, and how to dispute one.
      class RulesPage
        MONTHS = Cachemark::Results::Survey::FRESH_MONTHS
        AGREED = Cachemark::Results::Survey::AGREED
        # [id, heading, sentences]
        RULES = [
          ["measured", "How a figure is measured", [
            "Each figure is from one command, which its table shows. Anyone can run it with Cachemark.",
            "A client runs in its own environment, with exact versions, against a memcached that serves nobody else.",
            "Before a client is timed, each of its replies is compared with the expected one.",
            "Time per call is the mean over at least six fresh processes. ± is half of the 95 % interval over those processes.",
            "× socket is the cost relative to the least code that does the same work on a raw socket, measured in the same " \
              "minutes.",
            "Outcomes are those of `cachemark check`, whose controls must all be judged correctly."
          ]],
          ["disqualified", "What disqualifies", [
            "A row is invalid, and has no figures, if a reply was wrong, or if the server counted other work than the " \
              "scenario asks for.",
            "A check without all its controls judged correctly is not shown.",
            "Records of folders, commits or servers of somebody are not published. Releases are.",
            "A row that the machine disturbed has no × socket and no interval."
          ]],
          ["absent", "What an empty cell or null means", [
            "A row without figures says why: unavailable (the client cannot be built there), invalid, or failed.",
            "An empty cell means that the runtime does not report the figure, or that it was not measured.",
            "Not checked means that no check of this release with these options was published."
          ]],
          ["entries", "What an entry is", [
            "An entry is a client with a set of options. Contenders with the same effective options are one entry.",
            "A client as it ships and a client with other options are in separate tables. The latter name each option and " \
              "the reason.",
            "A client is checked with the cases that it supports. Two clients are compared by the cases that both support.",
            "A client is at least as safe as another if none of three counts is higher: wrong values; wrong values, hangs and " \
              "crashes; all bad outcomes.",
            "There is no rank. The frontier has the entries that no other entry beats, and intervals that overlap are equal."
          ]],
          ["age", "How figures age", [
            "Pages show the newest figure of each configuration.",
            "A figure leaves the charts after #{MONTHS} months without a new one. It stays in the tables and in the data.",
            "Only the newest measured release of a client is an entry of the first page."
          ]],
          ["reproduced", "What reproduced means", [
            "Pages show the figures of one machine: the one that measured the most rows.",
            "A figure is reproduced on a machine if its × socket there differs by less than #{(AGREED * 100).round} %.",
            "Tables count the machine of the figure, too.",
            "The data page lists the agreement of campaigns and machines, figure by figure."
          ]],
          ["dispute", "How to dispute a figure", [
            "Run the command of the figure. If your result differs, publish it: `cachemark publish --results results --add " \
              "RECORD`.",
            "Open a pull request with the new file in `results/`, or an issue with the record.",
            "If the client is configured badly, change its file in `catalog/clients` or its adapter in the same pull request.",
            "A figure that turns out to be wrong is removed, and the CHANGELOG names it."
          ]]
        ].freeze
        private_constant :MONTHS, :AGREED, :RULES

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
        end

        #: () -> String
        def to_s
          sections = RULES.map { |id, heading, sentences| HTML::Section.new(id: id, heading: heading, body: rules(sentences)) }
          Results.page(title: "Rules of the results", sections: sections, lead: lead)
        end

        private

        # Text between backticks is a command or a path.
        def rules(sentences)
          HTML.list(sentences.map do |sentence|
            parts = sentence.split("`").each_with_index
            parts.map { |part, at| at.odd? ? HTML.code(part) : HTML.text(part) }.join
          end)
        end

        def lead
          where = @contents.repository && "<p>Results live in #{HTML.link(@contents.repository, @contents.repository)}.</p>"
          "#{HTML.paragraph("These rules hold for every page of this site.", css: "lead")}\n#{where}"
        end
      end
    end
  end
end
