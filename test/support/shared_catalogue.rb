# frozen_string_literal: true

# The shipped catalogue, which every command reads: a process of tests reads it once. Its values are frozen.
module SharedCatalogue
  SHIPPED = [File.join(Cachemark::ROOT, "catalog"), File.join(Cachemark::ROOT, "drivers")].freeze
  KEPT = {} # rubocop:disable Style/MutableConstant
  private_constant :SHIPPED, :KEPT

  %i[languages clients scenario_documents faults checks all].each do |part|
    define_method(part) { |*kind| [@folder, @drivers] == SHIPPED ? KEPT[[part, *kind]] ||= super(*kind) : super(*kind) }
  end
end
