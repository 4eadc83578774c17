# encoding: utf-8
require File.expand_path("../socket.rb", __FILE__)

# The reference with one mutant of mutants/: a check that does not catch it cannot be trusted. Without a mutant,
# or with one of the parts that mutants are made of (mutants/parts/), it is right.
class ControlAdapter < SocketAdapter
  adapter "control"

  def load; mutant end

  # Here, in the process of an actor, so that actors of one driver can have different mutants.
  def connect(servers, options)
    mutant.then { |file| require file if file }
    super
  end

  private

  # Its file; nil without one.
  def mutant
    name = options["mutant"] or return nil
    path = File.expand_path("../../mutants/#{name}.rb", __FILE__)
    raise ArgumentError, "no mutant is called #{name.inspect}" unless name =~ %r{\A(parts/)?[a-z0-9\-]+\z} && File.exist?(path)
    path
  end
end
