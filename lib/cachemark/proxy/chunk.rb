# frozen_string_literal: true

module Cachemark
  module Proxy
    # What a proxy is about to pass on: the number of its connection, who said it ("client"
    # or "server"), the bytes as they came; how many commands of the connection still wait for a reply after them, and
    # whether the client has said the last one to its end, and waits.
    Chunk = Value.define(:connection, :side, :bytes, owed: 0, whole: true)
  end
end
