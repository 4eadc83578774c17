# frozen_string_literal: true

module Check
  # Tests mirror lib and check path for path, so that a failing test names its file.
  class Mirror
    FOLDERS = { "lib/cachemark" => "test/cachemark", "check/parts" => "test/check" }.freeze

    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def problems
      FOLDERS.flat_map { |code, tests| untested(code, tests) + orphans(code, tests) }
    end

    private

    def untested(code, tests)
      @tree.under(code).reject { |path| pure?(path) }.filter_map do |path|
        candidates = candidates(path.sub(code, tests).delete_suffix(".rb"))
        "#{path}: has no test: #{candidates.first}" unless candidates.any? { |test| @tree.file?(test) }
      end
    end

    # A part below a class, as in report/terminal/grid.rb, may be tested through that class.
    def candidates(path)
      owner = File.dirname(path)
      [path, *(owner if owner.count("/") > 2)].map { |stem| "#{stem}_test.rb" }
    end

    def orphans(code, tests)
      @tree.under(tests).filter_map do |path|
        source = path.sub(tests, code).sub(/_test\.rb\z/, ".rb")
        "#{path}: mirrors nothing: #{source} is not there" unless @tree.file?(source)
      end
    end

    # A file without a method of its own has nothing to test.
    def pure?(path) = !@tree.read(path).match?(/^\s*(private )?def |define_method/)
  end
end
