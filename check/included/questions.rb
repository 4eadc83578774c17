# frozen_string_literal: true

module Check
  module Included
    # The answers of the questions that campaigns ask, by the newest method.
    class Questions
      Pages = Cachemark::Site::Results
      private_constant :Pages

      # The root of the project, whose results and campaigns it reads.
      #: (String) -> void
      def initialize(root)
        @survey = Included.survey(root)
        @contents = Pages::Contents.new(survey: @survey, campaigns: Cachemark::Catalog.load.campaigns.values, repository: nil)
      end

      #: () -> String
      def to_s = ["| Question | Answer |", "|---|---|", *questions.map { |one| row(one) }, "", "Measured on #{origin}."].join("\n")

      private

      # Those of method 1 are about other times.
      def questions = @questions ||= @contents.questions.reject { |one| Pages.method_of(one.result) }

      def row(question) = "| #{question.step.question} | #{question.answers.first} |"

      def origin
        results = questions.map(&:result).uniq(&:folder)
        Cachemark::Vocabulary.list(results.map { |one| "#{one.folder} (#{one.started_at[0, 10]})" })
      end
    end
  end
end
