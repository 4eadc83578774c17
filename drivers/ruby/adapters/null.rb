# encoding: utf-8

# No client: makes no call at all, so its rows are the harness overhead. There is
# nothing to prove about it.
class NullAdapter < Adapter
  adapter "null"

  CachemarkDriver::Step::OPERATIONS.each do |op, facts|
    facts.key?("value") ? define_method(op) { |key, value, step| "nil" } : define_method(op) { |key, step| "nil" }
  end

  def local_cache(body) body end

  def connect(servers, options) Object.new end

  def proves?; false end
end
