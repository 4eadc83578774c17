# frozen_string_literal: true

require "fileutils"

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

  def self.kept(body) = WarmCache.kept("spoilt", whole, body, File.read(__FILE__)) { |folder| copy(folder, body) }

  def self.copy(folder, body)
    FileUtils.cp_r(File.join(whole, "lib"), folder)
    File.open(File.join(folder, "lib", "dalli.rb"), "a") do |file|
      methods = body.is_a?(Hash) ? body : { "get" => body }
      methods = methods.map { |name, line| "  def #{name}(*)\n    @asked = (@asked || 0) + 1\n    #{line}\n  end" }
      file.puts "Dalli::Client.prepend(Module.new do", *methods, "end)"
    end
  end

  # An installed dalli.
  def self.whole
    @whole ||= DrivenClient.environment(DrivenClient.contender("dalli")).expected.first.fetch(:dir)
  end
  private_class_method :kept, :copy, :whole
end
