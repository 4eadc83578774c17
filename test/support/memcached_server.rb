# frozen_string_literal: true

# Real servers for a test, up in a few ms and gone in teardown:
#
#   include MemcachedServer
#   memcached.address; memcached.flush; memcached_ring(2).addresses
module MemcachedServer
  # The keeper of this test's processes; what it still has when the test is over, it ends.
  #: () -> Cachemark::Host::Keeper
  def keeper = @keeper ||= SharedKeeper.current

  # The test's one server.
  #: (**Object) -> Cachemark::Host::Memcached
  def memcached(**settings) = @memcached ||= Cachemark::Host::Memcached.start(keeper: keeper, memory_mb: 16, **settings)

  # Several servers; another ring at every call.
  #: (Integer) -> Cachemark::Host::Ring
  def memcached_ring(count) = Cachemark::Host::Ring.start(count, keeper: keeper, memory_mb: 16)

  def after_teardown
    super
    SharedKeeper.sweep
  end
end
