# frozen_string_literal: true

require_relative "support/own_warnings"
Warning.extend(OwnWarnings)

# No test asks the pip index of this machine; MadeIndex replaces it.
ENV.delete("PIP_FIND_LINKS")
ENV["PIP_NO_INDEX"] ||= "1"

require "minitest/autorun"
require "cachemark"
Minitest::SummaryReporter.prepend(OwnWarnings::Fail)

loader = Zeitwerk::Loader.new
loader.push_dir("#{__dir__}/support")
loader.setup
Minitest::Test.extend(Alone, Lengthy)
Cachemark::Catalog::Folder.prepend(SharedCatalogue)
Minitest.register_plugin(Forks)
Minitest.after_run { WarmCache.sweep }
