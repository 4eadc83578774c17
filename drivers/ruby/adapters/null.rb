# encoding: utf-8

# No client: makes no call at all, so its rows are the cost of the ruler. There is
# nothing to prove about it.
class NullAdapter < Adapter
  adapter "null"

  (CachemarkDriver::Step::OPERATIONS - %w(set add write fetch)).each do |op|
    define_method(op) { |key, step| "nil" }
  end

  %w(set add write fetch).each do |op|
    define_method(op) { |key, value, step| "nil" }
  end

  def local_cache(body) body end

  def connect(servers, options) Object.new end

  def proves?; false end
end
