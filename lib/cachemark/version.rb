# frozen_string_literal: true

module Cachemark
  VERSION = "0.1.0"
end
