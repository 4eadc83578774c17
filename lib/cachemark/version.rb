# frozen_string_literal: true

module Cachemark
  VERSION = "1.0.0"
end
