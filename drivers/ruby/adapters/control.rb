# encoding: utf-8
require File.expand_path("../socket.rb", __FILE__)

# The reference with one mutant of mutants/: a check that does not catch it cannot be trusted. Without a mutant,
# or with one of the parts that mutants are made of (mutants/parts/), it is right.
class ControlAdapter < SocketAdapter
  adapter "control"

  # The mutant is loaded late, in the process of one actor, so that others that come from the same driver have other ones.
  def connect(servers, options)
    mutate(options["mutant"]) if options["mutant"]
    super
  end

  private

  def mutate(name)
    path = File.expand_path("../../mutants/#{name}.rb", __FILE__)
    raise ArgumentError, "no mutant is called #{name.inspect}" unless name =~ %r{\A(parts/)?[a-z0-9\-]+\z} && File.exist?(path)
    require path
  end
end
