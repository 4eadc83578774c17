# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# A client whose extension takes a minute to build, and a separate cache to build it in.
module SlowBuild
  # Yields the contender, a file that is there once the build has begun, and the environment of the run.
  #: () { (String, String, Hash[String, String]) -> Object } -> Object
  def self.open
    Dir.mktmpdir("cachemark-slow") do |folder|
      began = File.join(folder, "began")
      FileUtils.mkdir_p([File.join(folder, "ext"), File.join(folder, "lib")])
      File.write(File.join(folder, "ext", "extconf.rb"), "File.write(#{began.dump}, \"\"); sleep 60")
      File.write(File.join(folder, "dalli.gemspec"), <<~RUBY)
        Gem::Specification.new("dalli", "9") do |it|
          it.summary = it.author = "a test"
          it.files = it.extensions = ["ext/extconf.rb"]
        end
      RUBY
      yield "dalli@path:#{folder}", began, { "XDG_CACHE_HOME" => ARun.furnish(File.join(folder, "home")) }
    end
  end
end
