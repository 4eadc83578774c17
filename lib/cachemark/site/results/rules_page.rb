# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # How figures are made, what disqualifies, how they age, and how to dispute one.
      class RulesPage
        MONTHS = Cachemark::Results::Survey::FRESH_MONTHS
        # Percent.
        AGREED = (Cachemark::Results::Survey::AGREED * 100).round
        BETWEEN = (Cachemark::Results::Choice::BETWEEN_RUNS * 100).round
        # [id, heading, sentences]
        RULES = [
          ["measured", "How a figure is measured", [
            "Each figure links to its result, and a result has the command that made it. The command next to a figure " \
              "measures that row alone.",
            "A client runs in its own environment, with exact versions, against a memcached that serves nobody else.",
            "Before a client is timed, each of its replies is compared with the expected one.",
            "A process is timed in stretches of about 100 µs. The time of a call's code is the 5th percentile of these " \
              "stretches, so interruptions by other processes do not count. A typical call takes longer.",
            "× socket is the time without garbage collection, divided by that of the least code in the same language that does " \
              "the same work on a raw socket. It is measured in the same minutes. A client can be below 1, for example one in C.",
            "A table, a chart or the frontier has figures of one method. It has the newest method that measured all of them.",
            "An answer to a question from the rows of a run states a difference only if its interval does not contain 0. All " \
              "intervals of an answer hold together with a probability of 99 %."
          ]],
          ["method-2", "What a time includes", [
            "A time includes garbage collection. Each collection has one price: the median time of a collection of the runtime.",
            "A figure is the middle of at least six fresh processes. Processes that other work disturbed far more than the " \
              "others are omitted.",
            "± is half of the 95 % interval. It covers the difference between two runs on the machine, and grows with what " \
              "disturbed the run.",
            "If a typical block or the mean of all calls surely changed by another amount, a comparison has a row `typical` or " \
              "`mean` as well."
          ]],
          ["method-1", "What a time of method 1 includes", [
            "Method 1 is that of Cachemark 1.0. Its figures stay as they were published.",
            "A figure is the geometric mean of at least six fresh processes. ± is half of the 95 % interval over them.",
            "Times of `run` are without garbage collection; the column GC is its share of the whole time.",
            "Times of `compare` include garbage collection and typical disturbances, so they are longer. Do not compare a " \
              "time of `run` with one of `compare`.",
            "The interval of a comparison is that of one run. The data page says by how much two runs differed.",
            "Figures of two runs can differ by #{BETWEEN} % more than their intervals say.",
            "A row is disturbed if its calls took over 25 % longer than its figure, and its × socket is too uncertain or " \
              "undisturbed stretches are too rare. A disturbed row has no × socket and no interval."
          ]],
          ["outcomes", "What an outcome is", [
            "Outcomes are those of `cachemark check`, which injects faults into a client and judges what its calls do.",
            "A wrong value (`CORRUPT`) is a value that nobody wrote to the key, or that of another key. A call that changes a " \
              "key which it did not name counts, too.",
            "A hang (`HANG`) is a call that does not return. A crash (`CRASH`) ends the process.",
            "A failure (`FAIL`) is any other broken promise. Examples are an error that outlasts the fault, a miss in place " \
              "of an error, a lost or repeated write, and an older value.",
            "If the server's own reply was wrong, accepting it is a failure at worst.",
            "Remarks (`NON-STRICT` and `INFO`) are cases that did not pass but have no bad outcome. An example is a miss that " \
              "the client's documentation announces.",
            "Bad outcomes in uses that a client's documentation warns against are not counted. They are listed on the " \
              "client's page.",
            "If a fault cannot happen to a client, the case counts as harmless for that client.",
            "A case is one kind of fault in one kind of call. So one defect can make many bad outcomes.",
            "All clients get the same cases, and all outcomes are published with their command. They name no cause: " \
              "Cachemark's SECURITY.md says which bugs are explained in public."
          ]],
          ["disqualified", "What disqualifies", [
            "A row is invalid, and has no figures, if a reply was wrong, or if the server counted other work than the " \
              "scenario asks for.",
            "A check is shown only if all its controls had the expected outcome. Controls are a correct client and copies of " \
              "it with deliberate mistakes.",
            "Only released versions are published, measured against a memcached that Cachemark started. Results for folders, " \
              "commits or your own memcached are refused."
          ]],
          ["absent", "What an empty cell or null means", [
            "A row without figures says why: unavailable (the client cannot be built there), invalid, or failed.",
            "An empty cell means that the runtime does not report the figure, or that it was not measured.",
            "Not checked means that no check of this release with these options was published."
          ]],
          ["entries", "What an entry is", [
            "An entry is a row of the first page: the newest measured release of a client with a set of options. An option " \
              "that is set to its default does not count.",
            "A client with default options and a client with other options are in separate tables. The second table names each " \
              "option and the reason for it.",
            "If a client needs a setting to do the same work as others, it has that setting by default here, and its page says " \
              "so.",
            "Two clients are compared by the cases that both could be tried with.",
            "A client is at least as safe as another if none of three counts is higher: wrong values; wrong values, hangs " \
              "and crashes; all bad outcomes.",
            "There is no rank. The frontier has the entries that no other entry beats. Times whose intervals overlap count " \
              "as equal."
          ]],
          ["age", "How figures age", [
            "If a configuration was measured several times, pages show the figure of the newest campaign. Within a campaign, " \
              "they show the figure of the result with the most clients and options.",
            "A figure that is #{MONTHS} months older than the newest result of the home machine is no longer on the first " \
              "page or in charts. It stays in the tables of its client and in the data.",
            "An entry is removed from the first page when a later campaign repeats its step without it."
          ]],
          ["reproduced", "What reproduced means", [
            "Pages show the figures of one machine, the home machine: the one that measured the most rows. A client that was " \
              "never measured there has those of another, and its rows say so.",
            "A check needs no quiet machine, so its outcomes count from any machine. A question is answered by the home " \
              "machine if it could tell, and otherwise by another one.",
            "A figure is reproduced on a machine if its × socket there differs by less than #{AGREED} %, with the same " \
              "release, options and server, on the same line of the runtime.",
            "Repeated campaigns and several machines are compared on the data page."
          ]],
          ["dispute", "How to dispute a figure", [
            "Run the command of the figure. If your result differs, open an issue with the record.",
            "If the client is configured badly, change its file in `catalog/clients` or its adapter in a pull request.",
            "A figure that turns out to be wrong is removed by the maintainers, and the CHANGELOG names it."
          ]]
        ].freeze
        # Sections about the times of one method.
        OF_METHOD = /\Amethod-(\d+)\z/
        private_constant :MONTHS, :AGREED, :BETWEEN, :RULES, :OF_METHOD

        #: (Contents) -> void
        def initialize(contents)
          @contents = contents
        end

        #: () -> String
        def to_s
          sections = valid.map { |id, heading, sentences| HTML::Section.new(id: id, heading: heading, body: rules(sentences)) }
          Results.page(@contents, title: "Rules of the results", sections: sections, lead: lead)
        end

        private

        # Without those about methods that no result has.
        def valid
          methods = @contents.survey.results.map(&:time_method).uniq
          RULES.select { |id,| id[OF_METHOD, 1].nil? || methods.include?(id[OF_METHOD, 1].to_i) }
        end

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
