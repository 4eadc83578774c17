# frozen_string_literal: true

module Cachemark
  module Proxy
    class Conversation
      # Raised inside a conversation when it can no longer tell where a command begins.
      class Lost < StandardError; end
    end
  end
end
