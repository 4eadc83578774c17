# frozen_string_literal: true

module Cachemark
  # What goes wrong between a client and memcached, made to happen on purpose, and what it means for the
  # client's user. Pure but for the conduct of proxies.
  module Fault
  end
end
