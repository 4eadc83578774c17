# frozen_string_literal: true

module Cachemark
  # Injects faults between a client and memcached on purpose, and judges what they mean for the client's user. Pure, except
  # for the parts that run in proxies.
  module Fault
  end
end
