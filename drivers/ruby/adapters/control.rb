# encoding: utf-8
require File.expand_path("../socket.rb", __FILE__)

# The reference with one flaw of flaws/: what a check must catch, or it cannot be trusted. With one of flaws/parts/, of which
# flaws are made, or with none, it is right.
class ControlAdapter < SocketAdapter
  adapter "control"

  def load
    name = options["flaw"] or return
    path = File.expand_path("../../flaws/#{name}.rb", __FILE__)
    raise ArgumentError, "no flaw is called #{name.inspect}" unless name =~ %r{\A(parts/)?[a-z0-9\-]+\z} && File.exist?(path)
    require path
  end
end
