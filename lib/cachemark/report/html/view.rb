# frozen_string_literal: true

require "erubi"

module Cachemark
  module Report
    class HTML
      # What a piece of a page is made with: `template "layout"` gives a class the method `to_s` of
      # templates/layout.erb. There `<%= %>` is text, and `<%== %>` is HTML already.
      class View
        class << self
          private

          def template(name)
            path = "report/html/templates/#{name}.erb"
            source = Erubi::Engine.new(Paths.shipped(path), escape: true, escapefunc: "::Erubi.h").src
            class_eval("def to_s\n#{source}\nend", path, 0)
          end
        end

        private

        def text(words) = Erubi.h(words)
      end
    end
  end
end
