# frozen_string_literal: true

require "generated"

module Check
  # The pages of reference/, the manual page and the words of schemas are as the declarations say.
  class Reference < Part
    FOLDER = "reference/"
    COMMAND = "ruby bench/reference.rb"

    def problems
      pages = Generated.pages(@tree.root)
      old = pages.reject { |path, text| @tree.file?(path) && @tree.read(path) == text }
      old.map { |path, _| "#{path}: is not what the declarations say now; write it again: #{COMMAND}" } +
        (@tree.files.grep(/\A#{FOLDER}/) - pages.keys).map { |path| "#{path}: is made from nothing; remove it" }
    end
  end
end
