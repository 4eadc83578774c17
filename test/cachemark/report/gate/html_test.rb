# frozen_string_literal: true

require "test_helper"

class GatePageTest < Minitest::Test
  HTML = Cachemark::Report::Gate::HTML.new(MadeDecision.of).to_s

  def test_it_leads_with_the_decision
    assert_includes HTML, "<h1>Gate: regression</h1>"
    assert_includes HTML, %(<p class="lead">regression: get costs more, and again with fresh processes</p>)
    assert_includes HTML, %(<span class="verdict regression">regression</span>)
  end

  def test_it_says_what_it_could_not_see
    assert_match(/What this could not see.*a slowdown under 0.8 % in mixed would pass/m, HTML)
  end

  def test_footnotes_are_linked_from_their_verdicts
    number = HTML[/<li id="note-(\d+)">invalid: wrong value for key k1/, 1]

    assert_includes HTML, %(<a href="#note-#{number}">#{number}</a>)
  end

  def test_a_verdict_is_repeated_by_its_exact_names
    assert_includes HTML, "cachemark compare dalli@2.7.11,protocol=binary dalli@3.2.8 --scenario client/get --metric wall"
  end
end
