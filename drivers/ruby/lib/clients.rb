# encoding: utf-8
require "digest"

module CachemarkDriver
  # The clients that were loaded into this process, each with the request that loaded it.
  class Clients
    def initialize
      @adapters = {}
      @requests = {}
    end

    # Loads the client of a `load` request with its shims; its adapter.
    def load(message)
      message.fetch("shims", []).each { |name| shim(name) }
      adapter = Adapter.named(message.fetch("adapter")).new(message["options"] || {})
      adapter.load
      @requests[message.fetch("client")] = message
      @adapters[message["client"]] = adapter
    end

    # The adapter of a loaded client, settled for what the message asks for; ArgumentError.
    def adapter(message)
      of(@adapters, message).with(message["options"] || {}, message["published"] == true, message["access"] || {})
    end

    # Hash: how another process loads the client that the message is about; ArgumentError.
    def request(message)
      of(@requests, message)
    end

    private

    def of(known, message)
      known.fetch(message.fetch("client")) { |name| raise ArgumentError, "#{name} is not loaded" }
    end

    def shim(name)
      path = File.expand_path("../../shims/#{name}.rb", __FILE__)
      raise ArgumentError, "no shim is called #{name.inspect}" unless name =~ /\A[a-z0-9_\-]+\z/ && File.exist?(path)
      require path
    end
  end

  # SHA256 over every file of some folders, name and content, so that two contenders
  # with the same code are known to be the same whatever their versions say.
  module FolderDigest
    # String of 64 hex digits, or nil without folders.
    def self.of(folders)
      return nil if folders.empty?
      digest = Digest::SHA256.new
      folders.each do |folder|
        files(folder).each { |name| digest << name << "\0" << content(File.join(folder, name)) << "\0" }
      end
      digest.hexdigest
    end

    # Relative names of all files, sorted. Old Rubies have no `base:`, so the characters of patterns in the folder are escaped.
    def self.files(folder)
      escaped = folder.gsub(/[\\\[\]{}*?]/) { |character| "\\#{character}" }
      paths = Dir.glob(File.join(escaped, "**", "*")).select { |path| File.file?(path) }
      paths.map { |path| path[(folder.length + 1)..-1] }.sort
    end

    def self.content(path)
      File.open(path, "rb") { |file| file.read }
    end
  end
end
