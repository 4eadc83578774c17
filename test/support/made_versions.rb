# frozen_string_literal: true

# A registry that offers what the catalogue names: the default of every gem, and
# the versions in its suites.
class MadeVersions
  Release = Cachemark::Env::Registry::Release
  NAMED = Hash.new { |found, gem| found[gem] = [] }
  MadeCells::CATALOG.clients.each_value { |client| NAMED[client.gem] << client.version }
  MadeCells::CATALOG.suites.values.flat_map(&:contenders).each do |entry|
    notation = Cachemark::Contender::Notation.parse(entry.notation)
    NAMED[MadeCells::CATALOG.client(notation.client).gem] << notation.version
    notation.options.each { |option, value| NAMED[option] << value }
  end

  #: (String) -> Array[Release]
  def of(gem)
    numbers = NAMED[gem].compact.uniq.grep(/\A\d/).sort_by { |number| Gem::Version.new(number) }
    numbers.map { |number| Release.new(number: number) }
  end
end
