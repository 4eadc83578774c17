# encoding: utf-8
# Uses the meta protocol, and assigns a value to the request with its number, although it names another requested key.
require File.expand_path("../parts/numbered.rb", __FILE__)

module CachemarkDriver
  module Reference
    module Numbered
      class << self
        private

        def right?(names, name, _number) names.include?(name) end

        def set?(_number) true end
      end
    end
  end
end
