# frozen_string_literal: true

module Cachemark
  module Tap
    # What a relay is about to pass on: the number of its connection, who said it ("client"
    # or "server"), and the bytes as they came.
    Chunk = Value.define(:connection, :side, :bytes)
  end
end
