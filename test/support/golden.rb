# frozen_string_literal: true

require "fileutils"

# Tests whose expected texts are in a file: fixtures/golden/NAME.txt has each text whole, below its title. With GOLDEN=write, the
# tests write their texts there again, for a review.
#
#   class Report::FindTest < Minitest::Test
#     extend Golden
#
#     golden "find", "a change has its interval" => -> { Report::Find.text(MadeSteps.steps, "terminal") }
module Golden
  FOLDER = File.expand_path("../fixtures/golden", __dir__)

  class << self
    # {title => text} of a file.
    #: (String) -> Hash[String, String]
    def texts(name)
      path = "#{FOLDER}/#{name}.txt"
      File.exist?(path) ? File.read(path, encoding: "UTF-8").split(/^==== (.*)\n/).drop(1).each_slice(2).to_h : {}
    end

    # Writes one text, in the order of all titles, and no text without a title.
    #: (String, Array[String], String, String) -> void
    def write(name, titles, title, text)
      all = { **texts(name), title => text }
      FileUtils.mkdir_p(FOLDER)
      File.write("#{FOLDER}/#{name}.txt", titles.filter_map { |one| "==== #{one}\n#{all[one]}" if all.key?(one) }.join)
    end
  end

  # Declares a test for each title. Its lambda answers a String, or an Array of lines.
  #: (String, Hash[String, Proc]) -> void
  def golden(name, made)
    made.each do |title, text|
      define_method("test_#{title.gsub(/\W+/, "_")}") do
        found = "#{Array(instance_exec(&text)).join("\n").chomp}\n"
        Golden.write(name, made.keys, title, found) if ENV["GOLDEN"] == "write"

        assert_equal Golden.texts(name).fetch(title).lines, found.lines
      end
    end
    define_method("test_each_text_of_#{name}_has_a_test") { assert_equal made.keys, Golden.texts(name).keys }
  end
end
