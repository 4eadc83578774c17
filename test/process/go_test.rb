# frozen_string_literal: true

require "test_helper"
require "json"

# The clients of Go on a real memcached: every reply is proved.
class GoProcessTest < Minitest::Test
  include ACommand

  SCENARIOS = %w[client/get client/gat].flat_map { |id| ["--scenario", id] }.freeze
  # A machine, or its network, may lack these.
  LACKING = /no archive|Debian \w+ (?:does not|cannot)/

  # The packages, and the compiled standard library.
  KEPT = %w[apt debs go locks].freeze

  # As shipped, gomemcache waits 100 ms, which is less than a busy machine can take.
  PATIENT = "timeout=10"

  def test_two_packages_of_a_client_are_measured_and_say_what_they_lack
    rows = rows("gomemcache@0.0.20141109,#{PATIENT}", "gomemcache@0.0.20230611,#{PATIENT}", "--for", "1x")
    lacking = rows.select { |row| row["status"] == "unavailable" }

    skip lacking.first["reason"] if lacking.any? { |row| row["reason"].match?(LACKING) }
    assert_equal [["client/gat", "not offered by this client: gat"]],
                 lacking.map { |row| row.values_at("scenario", "reason") }.uniq
    assert_equal %w[ok], (rows - lacking).map { |row| row["status"] }.uniq, rows.map { |row| row["reason"] }.compact.inspect
  end

  def test_workers_are_proven_in_each_mode
    rows = rows("gomemcache,#{PATIENT}", "go/socket,#{PATIENT}", "--with", "mode=threads-2,threads-2,shared,processes-2",
                "--for", "2x", scenarios: %w[--scenario client/get --scenario client/mixed])

    skip rows.first["reason"] if rows.any? { |row| row["reason"].to_s.match?(LACKING) }
    assert_equal({ "ok" => 12 }, rows.map { |row| row["status"] }.tally, rows.map { |row| row["reason"] }.compact.inspect)
  end

  # The source of the commit is what was compiled. It asks no server, which does not stay unnoticed.
  def test_a_commit_of_a_repository_is_compiled
    begin_cold(*KEPT)
    ARepository.open("gomemcache") do |made|
      made.write("go.mod", "module github.com/bradfitz/gomemcache\n\ngo 1.18\n")
      made.write("memcache/memcache.go", CLIENT)
      made.commit
      made.write("memcache/memcache.go", "this is no Go")
      Dir.chdir(made.dir) do
        commit, folder = rows("gomemcache@git:HEAD", "gomemcache@path:.", "--for", "1x", scenarios: SCENARIOS.first(2))

        assert_equal ["invalid", "the server counted 0 hits in 1 iteration; the scenario makes 3"],
                     commit.values_at("status", "reason")
        assert_match(%r{/files/memcache/memcache.go\z}, commit["file"])
        assert_match(/cannot be built: .*expected 'package'/, folder["reason"])
      end
    end
  end

  # No suite of Debian has these: a folder is compiled. The replies of modules without a server are right, its counters are not.
  def test_other_modules_are_compiled_with_their_adapters
    begin_cold(*KEPT)
    words = { "grafana-gomemcache" => GRAFANA, "pior-memcache" => PIOR }.map do |client, files|
      files.each do |name, text|
        FileUtils.mkdir_p(File.dirname(file("#{client}/#{name}")))
        File.write(file("#{client}/#{name}"), text)
      end
      "#{client}@path:#{file(client)}"
    end

    reasons = rows(*words, "--for", "1x").group_by { |row| row["scenario"] }
    reasons = reasons.transform_values { |own| own.map { |row| row["reason"] }.tally }
    assert_equal({ "client/get" => { "the server counted 0 hits in 1 iteration; the scenario makes 3" => 2 },
                   "client/gat" => { "not offered by this client: gat" => 2 } }, reasons)
  end

  def test_without_its_source_a_row_names_the_command_that_takes_a_folder
    begin_cold(*KEPT)
    row = rows("pior-memcache", "--for", "1x", "--with", "install=cached").first

    assert_match(%r{\Aits source is not available from https://\S+/pior/memcache .*, and run pior-memcache@path:DIR\z},
                 row["reason"])
  end

  # Enough of the client to read and write, without a server.
  CLIENT = <<~GO
    package memcache

    import (
    	"errors"
    	"time"
    )

    type Item struct {
    	Key        string
    	Value      []byte
    	Flags      uint32
    	Expiration int32
    }

    type Client struct {
    	Timeout time.Duration
    	items   map[string]Item
    }

    var ErrCacheMiss, ErrNotStored, ErrCASConflict = errors.New("miss"), errors.New("not stored"), errors.New("conflict")

    func New(server ...string) *Client { return &Client{items: map[string]Item{}} }

    func (c *Client) Get(key string) (*Item, error) {
    	if found, has := c.items[key]; has {
    		return &found, nil
    	}
    	return nil, ErrCacheMiss
    }

    func (c *Client) Set(item *Item) error {
    	c.items[item.Key] = *item
    	return nil
    }

    func (c *Client) Delete(key string) error {
    	delete(c.items, key)
    	return nil
    }

    func (c *Client) Add(*Item) error                             { return ErrNotStored }
    func (c *Client) CompareAndSwap(*Item) error                  { return ErrNotStored }
    func (c *Client) Touch(string, int32) error                   { return ErrCacheMiss }
    func (c *Client) GetMulti([]string) (map[string]*Item, error) { return nil, nil }
    func (c *Client) Increment(string, uint64) (uint64, error)    { return 0, ErrCacheMiss }
    func (c *Client) Decrement(string, uint64) (uint64, error)    { return 0, ErrCacheMiss }
  GO

  GRAFANA = {
    "go.mod" => "module github.com/grafana/gomemcache\n\ngo 1.18\n",
    "memcache/memcache.go" => CLIENT.sub("import (", "import (\n\t\"context\"\n\t\"net\"")
                                    .sub("\tTimeout time.Duration", <<~GO.chomp)
                                      Timeout, ConnectTimeout time.Duration
                                      MaxIdleConns int
                                      DialTimeout func(_, _ string, _ time.Duration) (net.Conn, error)
                                    GO
                                    .sub("Get(key string)", "Get(key string, opts ...int)")
                                    .sub("GetMulti([]string)", "GetMulti(context.Context, []string, ...int)")
  }.freeze
  PIOR = {
    "go.mod" => "module github.com/pior/memcache\n\ngo 1.18\n",
    "client.go" => <<~GO
      package memcache

      import (
      	"context"
      	"errors"
      	"net"
      	"time"
      )

      type TTL struct{}
      type Servers []string
      type Config struct {
      	Timeout time.Duration
      	MaxSize int32
      	Dialer  interface {
      		DialContext(ctx context.Context, network, address string) (net.Conn, error)
      	}
      }
      type Item struct {
      	Key   string
      	Value []byte
      	TTL   TTL
      	Found bool
      }
      type Client struct{ items map[string]Item }
      type BatchCommands struct{}

      var ErrNotStored = errors.New("not stored")

      func ExpiresIn(time.Duration) TTL                 { return TTL{} }
      func StaticServers(addresses ...string) Servers   { return addresses }
      func NewClient(Servers, Config) *Client           { return &Client{items: map[string]Item{}} }
      func NewBatchCommands(client *Client) *BatchCommands { return &BatchCommands{} }

      func (c *Client) Get(_ context.Context, key string) (Item, error) { return c.items[key], nil }

      func (c *Client) Set(_ context.Context, item Item) error {
      	item.Found = true
      	c.items[item.Key] = item
      	return nil
      }

      func (c *Client) Add(context.Context, Item) error { return ErrNotStored }

      func (c *Client) Delete(_ context.Context, key string) error {
      	delete(c.items, key)
      	return nil
      }

      func (c *Client) Increment(context.Context, string, int64, TTL) (int64, error) { return 0, nil }

      func (*BatchCommands) MultiGet(context.Context, []string) ([]Item, error) { return nil, nil }
    GO
  }.freeze

  private

  def rows(*words, scenarios: SCENARIOS)
    skip "this machine has no go" unless ENV.fetch("PATH").split(":").any? { |folder| File.executable?(File.join(folder, "go")) }
    command("run", *words, *scenarios, "--allow", "unexamined", "--format", "json", "-o", file("run.jsonl"))
    JSON.parse(out.string)["rows"].reject { |row| row["reference"] }
  end
end
