# encoding: utf-8
# Breaks: ActiveSupport 4.2 calls BigDecimal.new while it loads
# (core_ext/object/duplicable); bigdecimal 2.0, in Ruby 2.7 and later, dropped it.
# Cost: unchanged. No cache operation makes a BigDecimal.
require "bigdecimal"

unless BigDecimal.respond_to?(:new)
  def BigDecimal.new(*arguments)
    BigDecimal(*arguments)
  end
end
