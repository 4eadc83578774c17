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

      def to_s
        "#{Included.grid(%w[Question Answer Runtimes], answers.map { |pair| row(*pair) })}\n\n#{origin}."
      end

      private

      # [question, answer]: the newest of each. Those of method 1 are about other times.
      def answers
        @answers ||= @contents.questions.reject { |question| Pages.method_of(question.result) }.map do |question|
          [question, question.answers.max_by { |answer| answer.result.started_at }]
        end
      end

      def row(question, answer) = [question.step.question, answer, runtimes(answer.result)]

      # "Ruby 3.3.8 with YJIT", "Python 3.13.5"
      def runtimes(result)
        clients = result.configurations.values.reject do |configuration|
          Cachemark::Vocabulary::References.include?(configuration.client)
        end
        Cachemark::Vocabulary.list(clients.map { |configuration| configuration.place[/\A[^,]+/] }.uniq)
      end

      def origin
        results = answers.map { |_, answer| answer.result }
        machines = @survey.machines.select { |machine| results.map(&:folder).include?(machine.folder) }
        days = Cachemark::Vocabulary.list(results.map { |result| result.started_at[0, 10] }.uniq.sort)
        "Measured on #{Cachemark::Vocabulary.list(machines.map(&:title))}, #{days}"
      end
    end
  end
end
