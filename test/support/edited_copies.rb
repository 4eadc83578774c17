# frozen_string_literal: true

require "fileutils"

# Copies of a client's files in which lines were replaced. They are kept, so that the environment of each is built once.
#
#   EditedCopies.notation("dalli@3.2.8", { "lib/dalli/client.rb" => { "from" => "to" } })  # "dalli@path:..."
module EditedCopies
  # Where the packages of a Debian environment have a client.
  PACKAGES = "usr/lib/python3/dist-packages"

  #: (String, ?Hash[String, Hash[String, String]], ?options: String) -> String
  def self.notation(client, edits = {}, options: "")
    name = client[/\A[^@]+/]
    whole = DrivenClient.environment(DrivenClient.contender(client)).expected.first.fetch(:dir)
    "#{name}@path:#{kept(name, whole, edits)}#{options}"
  end

  def self.kept(name, whole, edits)
    WarmCache.kept("edited", whole, edits, File.read(__FILE__)) { |folder| copy(folder, name, whole, edits) }
  end

  def self.copy(folder, name, whole, edits)
    FileUtils.cp_r([File.join(whole, "lib", "#{name}.rb"), File.join(whole, "lib", name)].select { |path| File.exist?(path) },
                   FileUtils.mkdir_p(File.join(folder, "lib")).first)
    package = File.join(whole, PACKAGES, name)
    FileUtils.cp_r(package, folder) if File.directory?(package)
    edits.each { |path, lines| edit(File.join(folder, path), lines) }
  end

  def self.edit(path, lines)
    text = File.read(path)
    lines.each { |from, to| text.include?(from) ? text.sub!(from) { to } : raise("#{path} has no #{from}") }
    FileUtils.chmod("u+w", path)
    File.write(path, text)
  end
  private_class_method :kept, :copy, :edit
end
