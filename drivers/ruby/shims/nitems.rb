# encoding: utf-8
# Breaks: memcache-client 1.5.0 (the gem and the copy in Rails 2.2.2) with more than
# one server calls Array#nitems, which Ruby 1.9 dropped.
# Cost: unchanged. It was, and is, one pass in C over the list of servers.
class Array
  unless method_defined?(:nitems)
    # Integer: how many items are not nil.
    def nitems
      length - count(nil)
    end
  end
end
