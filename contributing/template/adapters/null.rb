# frozen_string_literal: true

# No client: makes no call, so its rows are the harness overhead.
module Null
  def self.library = { version: nil, file: nil, folders: [], libraries: [] }
  def self.connect(_servers, _options) = nil
  def self.close(_client) = nil

  # A function that makes one call and returns the reply; nil for an operation that the client lacks.
  def self.function(_client, _call, _values) = -> {}
end
