# frozen_string_literal: true

module Cachemark
  VERSION = "1.1.0"
end
