# encoding: utf-8
# Cachemark's driver for Ruby: one process, JSON lines on stdin and stdout
# (protocol/spec.md, level 3). It loads one client, or several, and makes the calls of plans.
# It keeps to what Ruby 1.9 parses and to the standard library, and loads no part of
# it that an old client might be expected to ask for itself.

# Output of a client must not damage the protocol: fd 1 becomes stderr for the client, and the
# protocol keeps its own copy.
protocol = STDOUT.dup
STDOUT.reopen(STDERR)
STDOUT.sync = true
protocol.set_encoding("UTF-8")
STDIN.set_encoding("UTF-8")

%w(meter heap jit values reported step adapter loops compiler due clients watch pool_watch trace modes/sync modes/threads
   modes/fibers mode cell actors/interrupts actors/single_call actors/acting actors/actor conversation).each do |part|
  require File.expand_path("../lib/#{part}.rb", __FILE__)
end

if ARGV == ["actor"] # of a driver that cannot fork
  CachemarkDriver::Actors::ActorLoop.fresh(STDIN.dup, protocol)
else
  CachemarkDriver::Conversation.new(STDIN, protocol).run
end
