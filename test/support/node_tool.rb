# frozen_string_literal: true

require "fileutils"
require "open3"

# A command-line tool of the npm registry, installed once into the cache of the tests:
#
#   NodeTool.new("bin/lint.js", "@someone/lint@1.6.0").run("a.yml")   # => [output, success?]
#
# Where npm is not here, or gives nothing, `missing` says so.
class NodeTool
  # `script` is in the first package; it needs the others.
  def initialize(script, *packages)
    @packages = packages
    @folder = File.join(WarmCache.path, "node", packages.join("+").tr("/@", "_"))
    @script = File.join(@folder, "node_modules", packages.first.rpartition("@").first, script)
  end

  # Why it cannot be used here, or nil.
  #: () -> String?
  def missing
    return @missing if defined?(@missing)

    @missing = File.exist?(@script) ? nil : install
  end

  # Of a file, or of all of a glob.
  #: (String) -> [String, bool]
  def run(files) = WarmCache.said(["node", @script, files], Dir[files].sort)

  private

  # Two test processes at once: the second waits, and finds the work done.
  def install
    FileUtils.mkdir_p(@folder)
    File.open("#{@folder}.lock", File::RDWR | File::CREAT) do |lock|
      lock.flock(File::LOCK_EX)
      return if File.exist?(@script)

      output, status = Open3.capture2e("npm", "install", "--prefix", @folder, "--ignore-scripts", "--no-audit", "--no-fund",
                                       *@packages)
      status.success? ? nil : "npm gave no #{@packages.first}: #{output.lines.last}"
    end
  rescue Errno::ENOENT
    "there is no npm here: apt-get install npm"
  end
end
