# frozen_string_literal: true

require "etc"
require "fileutils"

# A small root file system whose /usr is the machine's own, so that it has a Ruby. Its /etc is not:
# a process that sees it finds `mark` in it.
module OtherRoot
  # Writes it below a folder.
  def self.make(folder)
    FileUtils.mkdir_p(["#{folder}/etc", "#{folder}/var/cache/apt/archives"])
    File.write("#{folder}/etc/mark", "another root")
    File.write("#{folder}/var/cache/apt/archives/downloaded.deb", "")
    File.symlink("/usr", "#{folder}/usr")
    folder
  end

  # Whether this user may mount, in a private namespace.
  def self.possible?
    system("unshare", *("--user" unless Process.uid.zero?), *("--map-root-user" unless Process.uid.zero?), "--mount", "true",
           err: File::NULL, out: File::NULL) == true && RbConfig.ruby.start_with?("/usr/")
  end

  # The mounts below a folder, as every process sees them.
  def self.mounts_below(folder)
    File.readlines("/proc/self/mounts").map { |line| line.split[1] }.select { |point| point.start_with?("#{folder}/") }
  end
end
