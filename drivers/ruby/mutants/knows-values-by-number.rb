# encoding: utf-8
# Speaks the meta protocol, and takes a value for that of the question whose number it has: whatever key it names will do, if
# that was asked for.
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
