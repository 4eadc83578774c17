# frozen_string_literal: true

require "json"
puts JSON.generate(version: RUBY_VERSION, engine: "ruby", description: "ruby #{RUBY_VERSION}", folders: [])
