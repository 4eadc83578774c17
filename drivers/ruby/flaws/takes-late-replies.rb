# encoding: utf-8
# Puts a connection back when its own timeout has struck, and takes the late reply for that to its next call.
require File.expand_path("../keeps-timed-out.rb", __FILE__)
require File.expand_path("../trusts-replies.rb", __FILE__)
