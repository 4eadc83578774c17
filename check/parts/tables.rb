# frozen_string_literal: true

require "included"
require "printed"

module Check
  # Each table that README and the guides include is as its source says (check/included.rb), and so is catalog/checks/.
  class Tables < Part
    def problems = [*tables, *checks]

    private

    def checks
      path = Included::Checks::PATH
      return [] if !@tree.file?(path) || @tree.read(path) == Included::Checks.new(@tree.root).to_s

      ["#{path}: is not as results/ says: ruby bench/included.rb"]
    end

    def tables
      Printed.pages(@tree).filter_map do |path|
        text = @tree.read(path)
        next if text == Included.written(text, @tree.root)

        "#{path}: an included table is not as its source says: ruby bench/included.rb"
      end
    end
  end
end
