# frozen_string_literal: true

# Writes the pages of reference/, the manual page, and the words in the schemas, from the declarations that they are
# made of (check/generated.rb).
#
#   ruby bench/reference.rb
require_relative "support"
Bench.with_gems(__FILE__)
require "fileutils"
require_relative "../check/generated"

# {path => text}
def write(pages)
  pages.each do |path, text|
    file = File.join(Bench::ROOT, path)
    next if File.file?(file) && File.read(file) == text

    FileUtils.mkdir_p(File.dirname(file))
    File.write(file, text)
    puts "#{path}: written"
  end
end

write(Check::Generated::Words.pages(Bench::ROOT)) # the catalogue is checked against them
write(Check::Generated.pages(Bench::ROOT))
