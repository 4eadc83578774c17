# frozen_string_literal: true

# A private server that nobody connects to, in place of Host::Memcached: drivers that know no client (MadeDriver) leave its
# counters as they are.
class MadeServer
  #: () -> Access
  def access = @access ||= Cachemark::Access.tcp("127.0.0.1", 1)

  def address = access.to_s
  def certificate = nil
  def private? = true
  def shared? = false
  def alive? = true
  def version = "1.6.18"
  def stats = Hash.new(0)
  def counters(names) = names.map { 0 }
  def flush = self
  def stop = nil

  # Starts such servers in place of others.
  class Starter < Cachemark::Lab::RingStarter
    def self.ring = Cachemark::Host::Ring.new([MadeServer.new])

    def ring(*, **) = Starter.ring
    def at(_placement) = self
  end
end
