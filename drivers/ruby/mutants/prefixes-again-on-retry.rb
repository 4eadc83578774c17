# encoding: utf-8
# Repeats a call whose reply was lost or late, for the key that it has prefixed already.
module CachemarkDriver
  module Reference
    class Namespaced
      [:get, :get_multi, :set, :incr, :delete].each do |name|
        define_method(name) do |key, *others|
          begin
            super(key, *others)
          rescue IOError, SystemCallError
            super(key.is_a?(Array) ? key.map { |one| @prefix + one } : @prefix + key, *others)
          end
        end
      end
    end
  end
end
