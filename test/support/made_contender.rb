# frozen_string_literal: true

# Contenders as the environments see them, made by hand.
module MadeContender
  Source = Cachemark::Contender::Source
  Copy = Struct.new(:gem, :version, :path, :reports, keyword_init: true)
  Client = Struct.new(:name, :gem, :copies, :alone, :reports, keyword_init: true) do
    def initialize(reports: {}, **) = super

    def library = gem

    def ignore_dependencies?(version) = Array(alone).include?(version)
  end
  RUBY = Cachemark::Catalog.load.language("ruby")
  Made = Struct.new(:id, :notation, :client, :version, :source, :gems, :runtime, :requires_runtime, :left_out, :refusal,
                    :language, :jit, keyword_init: true) do
    def initialize(left_out: [], language: RUBY, **) = super
  end

  def self.gem(name, version, companions: {}, alone: [], **details)
    Made.new(id: "#{name}@#{version}", notation: "#{name}@#{version}", client: Client.new(name: name, gem: name, alone: alone),
             version: version, source: Source.new(kind: "gem"), gems: { name => version, **companions }, **details)
  end

  def self.none(name = "socket")
    Made.new(id: name, notation: name, client: Client.new(name: name), source: Source.new(kind: "none"), gems: {})
  end

  def self.copy(name, version, **copy)
    client = Client.new(name: name, gem: name, copies: { version => Copy.new(**copy) })
    Made.new(id: "#{name}@#{version}", notation: "#{name}@#{version}", client: client, version: version,
             source: Source.new(kind: "copy", ref: version), gems: {})
  end

  def self.from(kind, name, dir:, ref: nil, companions: {})
    Made.new(id: "#{name}@#{kind}", notation: "#{name}@#{kind}:#{ref || dir}", client: Client.new(name: name, gem: name),
             source: Source.new(kind: kind, ref: ref, dir: dir), gems: companions)
  end
end
