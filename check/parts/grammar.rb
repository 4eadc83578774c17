# frozen_string_literal: true

module Check
  # The Ruby driver keeps to what Ruby 1.9 parses, so that a runtime is only an option.
  class Grammar < Part
    def problems
      require "parser/ruby19"
      @tree.under("drivers/ruby").filter_map { |path| complaint(path) }
    end

    private

    def complaint(path)
      parser = Parser::Ruby19.new
      parser.diagnostics.all_errors_are_fatal = true
      parser.parse(Parser::Source::Buffer.new(path, source: @tree.read(path)))
      nil
    rescue Parser::SyntaxError => e
      "#{path}:#{e.diagnostic.location.line}: Ruby 1.9 does not parse this: #{e.message}"
    end
  end
end
