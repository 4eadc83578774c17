# frozen_string_literal: true

require "socket"

# Whether this machine has an IPv6 loopback.
module Ipv6
  def self.here? = Socket.ip_address_list.any?(&:ipv6_loopback?)
end
