# frozen_string_literal: true

module Cachemark
  module Proxy
    # Bytes that no rule of the protocol explains: who said them ("client" or "server"), where
    # among all that this side said on its connection, and how they begin.
    Garbled = Value.define(:side, :at, :what, bytes: "")
  end
end
