# frozen_string_literal: true

require "digest"
require "fileutils"
require "tmpdir"

# Copies of dalli that somebody edited: each body replaces `get`, or the methods that
# it names; `super` is what it was, `@asked` how often this client was asked. They are kept, so that
# the environment of each is built once.
#
#   SpoiltDalli.open("exit!(7)", "super; nil") { |dies, forgets| ... }
#   SpoiltDalli.open({ "set" => "true" }) { |forgets| ... }
module SpoiltDalli
  #: (*String | Hash[String, String]) { (*String) -> Object } -> Object
  def self.open(*bodies)
    yield(*bodies.map { |body| "dalli@path:#{kept(body)}" })
  end

  # A `get` of client/get that asks for all three keys at once when it has been asked so often, and
  # answers two of three from memory.
  #: (after: Integer) -> String
  def self.by_threes(after:)
    keys = %w[k1 k2 k3].map { |name| DrivenClient::KEYS.fetch(name) }.inspect
    "return super if @asked <= #{after}; place = (@asked - 1) % 3; " \
      "@held = get_multi(*#{keys}) if place.zero? || @held.nil?; @held[#{keys}[place]]"
  end

  # Named after all that it is made of; whole from the moment that it is there.
  def self.kept(body)
    folder = File.join(WarmCache.path, "spoilt", Digest::SHA256.hexdigest([whole, body, File.read(__FILE__)].inspect)[0, 16])
    return folder if File.directory?(folder)

    FileUtils.mkdir_p(File.dirname(folder))
    Dir.mktmpdir("new", File.dirname(folder)) { |made| File.rename(copy(File.join(made, "copy"), body), folder) }
    folder
  rescue Errno::ENOTEMPTY, Errno::EEXIST # made by another process meanwhile
    folder
  end

  def self.copy(folder, body)
    FileUtils.mkdir_p(folder)
    FileUtils.cp_r(File.join(whole, "lib"), folder)
    File.open(File.join(folder, "lib", "dalli.rb"), "a") do |file|
      methods = body.is_a?(Hash) ? body : { "get" => body }
      methods = methods.map { |name, line| "  def #{name}(*)\n    @asked = (@asked || 0) + 1\n    #{line}\n  end" }
      file.puts "Dalli::Client.prepend(Module.new do", *methods, "end)"
    end
    folder
  end

  # An installed dalli.
  def self.whole
    @whole ||= DrivenClient.environment(DrivenClient.contender("dalli")).expected.first.fetch(:dir)
  end
  private_class_method :kept, :copy, :whole
end
