# encoding: utf-8
# Breaks: ActiveSupport before 7.1 names Logger without requiring it. It worked because
# concurrent-ruby did, which stopped with 1.3.5.
# Cost: unchanged. It only loads the standard library's logger.
require "logger"
