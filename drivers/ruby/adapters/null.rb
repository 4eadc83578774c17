# encoding: utf-8

# No client: makes no call at all, so its rows are the harness overhead. There is
# nothing to prove about it.
class NullAdapter < Adapter
  adapter "null"

  CachemarkDriver::Step::OPERATIONS.each_key do |op|
    define_method(op) { |*_arguments| "nil" }
  end

  def local_cache(body) body end

  def quiet(body) body end

  def connect(servers, options) Object.new end
end
