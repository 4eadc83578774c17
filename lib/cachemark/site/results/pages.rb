# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # All files of the site. The same results make the same bytes.
      class Pages
        #: (Contents, Cachemark::Results::Folder) -> void
        def initialize(contents, folder)
          @contents = contents
          @folder = folder
        end

        # Path from the site's top => text.
        #: () -> Hash[String, String]
        def texts
          pages = { "index.html" => FirstPage.new(@contents), "rules.html" => RulesPage.new(@contents),
                    "data.html" => DataPage.new(@contents), **clients, **questions }
          pages.transform_values(&:to_s).merge(data).merge(assets)
        end

        # Path from the site's top => path of the record to copy there.
        #: () -> Hash[String, String]
        def copies
          @contents.survey.results.filter_map do |result|
            @contents.records[result.name]&.then { |place| [place, @folder.copy(result)] }
          end.to_h
        end

        private

        def clients
          @contents.survey.clients.to_h { |client| [Results.client(client), ClientPage.new(@contents, client)] }
        end

        def questions
          @contents.questions.to_h { |question| [Results.question(question), QuestionPage.new(@contents, question)] }
        end

        def data = @contents.survey.results.to_h { |result| ["data/#{result.folder}/#{result.name}.json", result.text] }
        def assets = HTML::Layout.assets.transform_keys { |name| "#{ASSETS}#{name}" }
      end
    end
  end
end
