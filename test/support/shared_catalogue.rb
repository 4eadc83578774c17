# frozen_string_literal: true

# The shipped catalogue, which every command reads: a process of tests reads it once. Its values are frozen.
module SharedCatalogue
  SHIPPED = [File.join(Cachemark::ROOT, "catalog"), File.join(Cachemark::ROOT, "drivers")].freeze
  KEPT = {} # rubocop:disable Style/MutableConstant
  private_constant :SHIPPED, :KEPT

  %i[languages clients scenario_documents probes suites faults advisories findings checks campaigns].each do |part|
    define_method(part) { [@folder, @drivers] == SHIPPED ? KEPT[part] ||= super() : super() }
  end
end
