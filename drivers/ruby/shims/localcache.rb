# encoding: utf-8
# Breaks: dalli 2.7.11's dalli_store passes the options of a read on as keywords, which the local
# cache of ActiveSupport before 6.1 takes as a Hash. Since Ruby 3.0 an empty set of keywords is no
# argument at all (ArgumentError on every read).
# Cost: unchanged. The method is dalli's own without `**`: Ruby 2 made the same Hash of it again. No
# call is added.
require "active_support"
require "active_support/cache"
require "active_support/cache/dalli_store"

module ActiveSupport
  module Cache
    class DalliStore
      module LocalCacheEntryUnwrapAndRaw
        protected

        def read_entry(key, options)
          retval = super(key, options)
          if retval.is_a? ActiveSupport::Cache::Entry
            # Must have come from LocalStore, unwrap it
            if options[:raw]
              retval.value.to_s
            else
              retval.value
            end
          else
            retval
          end
        end
      end
    end
  end
end
