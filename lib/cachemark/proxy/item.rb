# frozen_string_literal: true

module Cachemark
  module Proxy
    # One key of a command and what became of it. `bytes` is the length of the value stored
    # or returned, `data` its first MiB; `ttl` is as sent, `cas` as returned.
    Item = Value.define(:key, :outcome, flags: nil, ttl: nil, bytes: nil, data: nil, cas: nil)
  end
end
