// Draws the Vega-Lite specifications of the page, with the page's own colours.
(function () {
  "use strict";
  const colours = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)", "var(--c8)"];
  const font = getComputedStyle(document.documentElement).fontFamily;
  const config = {
    font: font, background: null, aria: false, padding: { left: 2, right: 8, top: 4, bottom: 2 },
    view: { stroke: "var(--line)" },
    axis: {
      labelColor: "var(--ink)", titleColor: "var(--faint)", titleFontWeight: "normal", domainColor: "var(--line)",
      tickColor: "var(--line)", gridColor: "var(--band)", labelFontSize: 11, titleFontSize: 11, labelLimit: 0
    },
    legend: { labelColor: "var(--ink)", titleColor: "var(--faint)", titleFontWeight: "normal", labelFontSize: 11, titleFontSize: 11,
              orient: "bottom", columns: 6, labelLimit: 220, symbolLimit: 60 },
    header: { labelLimit: 0, labelColor: "var(--ink)", labelFontWeight: 600, labelFontSize: 12, titleColor: "var(--faint)" },
    title: { color: "var(--ink)" },
    text: { color: "var(--ink)" },
    range: { category: colours },
    mark: { color: "var(--mark)" },
    rule: { color: "var(--mark)" },
    point: { filled: true, size: 45 },
    line: { strokeWidth: 1.5 }
  };
  const narrowest = 90;
  const narrow = 600;
  // A4 less its margins is 688 CSS pixels wide; charts are drawn wider and shrink with the text.
  const paper = 960;

  function visit(node, seen) {
    if (node === null || typeof node !== "object") return;
    seen(node);
    Object.keys(node).forEach(function (key) { if (key !== "data" && key !== "datasets") visit(node[key], seen); });
  }

  // How many panels are side by side.
  function columns(text, wide) { return wide >= 900 && JSON.parse(text).columns || 1; }

  // The specification with panels of this width and kind of x scale.
  function made(text, wide, width, scale) {
    const spec = JSON.parse(text);
    const inner = spec.spec || spec;
    inner.width = width;
    if (spec.spec) spec.columns = columns(text, wide);
    // A legend in one line would leave no room for the plot.
    if (wide < narrow) spec.config = { legend: { columns: wide < 450 ? 1 : 2 } };
    // A long title over a small panel has room on its left, above the names.
    if (spec.facet && wide < narrow) spec.facet.header.labelAnchor = "end";
    if (scale) {
      visit(spec, function (node) {
        if (!node.scale || (node.scale.type !== "linear" && node.scale.type !== "log")) return;
        node.scale.type = scale;
        // A logarithmic axis has no 0, and needs no round ends.
        if (scale === "log") Object.assign(node.scale, { zero: undefined, nice: false, padding: 12 });
      });
    }
    return spec;
  }

  // The text of a mark is shown as the page shows its tips.
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  function tell(_handler, _event, _item, value) {
    const shown = value !== null && value !== undefined && value !== "";
    tip.classList.toggle("shown", shown);
    if (shown) tip.textContent = typeof value === "object" ? Object.keys(value).map(function (key) { return key + ": " + value[key]; }).join("\n") : String(value);
  }

  async function render(plot, spec) {
    if (plot.view) plot.view.finalize();
    // It warns of layers that share an axis, as all of ours do on purpose.
    const logger = window.vega.logger(window.vega.Error);
    const compiled = window.vegaLite.compile(spec, { config: config, logger: logger }).spec;
    const stage = plot.querySelector(".stage") || plot.appendChild(Object.assign(document.createElement("div"), { className: "stage" }));
    const view = new window.vega.View(window.vega.parse(compiled, null, { ast: true }), {
      expr: window.vega.expressionInterpreter, renderer: "svg", container: stage, hover: true, tooltip: tell, logLevel: window.vega.Error
    });
    plot.view = view;
    await view.runAsync();
    // The plot has a name and the table has the figures: what the marks are called helps nobody.
    stage.querySelector("svg").setAttribute("aria-hidden", "true");
  }

  // Labels take what they take: the first drawing shows how much is left for the plot.
  async function draw(plot, wide) {
    const text = document.getElementById("spec-" + plot.dataset.chart).textContent;
    const scale = plot.dataset.scale;
    const side = columns(text, wide);
    const guess = Math.max(narrowest, Math.floor(wide / side) - 200);
    await render(plot, made(text, wide, guess, scale));
    const over = (plot.querySelector("svg").width.baseVal.value - wide) / side;
    if (Math.abs(over) > 1) await render(plot, made(text, wide, Math.max(narrowest, Math.floor(guess - over)), scale));
    plot.classList.add("drawn");
    plot.dataset.width = wide;
  }

  function chooseScale(plot) {
    const text = document.getElementById("spec-" + plot.dataset.chart).textContent;
    const spec = JSON.parse(text);
    if (!spec.usermeta || !spec.usermeta.scales) return;
    plot.dataset.scale = spec.usermeta.scales;
    const box = document.createElement("fieldset");
    box.className = "scales";
    box.innerHTML = "<legend>Scale:</legend>";
    ["linear", "log"].forEach(function (scale) {
      const label = document.createElement("label");
      const radio = Object.assign(document.createElement("input"), { type: "radio", name: "scale-" + plot.dataset.chart, value: scale, checked: scale === spec.usermeta.scales });
      radio.addEventListener("change", function () { plot.dataset.scale = scale; draw(plot, plot.clientWidth); });
      label.append(radio, scale === "log" ? "logarithmic" : "linear");
      box.append(label);
    });
    plot.before(box);
  }

  const plots = Array.from(document.querySelectorAll("[data-chart]")).filter(function (plot) { return document.getElementById("spec-" + plot.dataset.chart); });
  // Waits for promises alone, which are all kept before a page is laid out for paper.
  function all(wide) { plots.forEach(function (plot) { draw(plot, wide || plot.clientWidth); }); }
  plots.forEach(chooseScale);
  // One after the other, so that the page answers in between.
  async function first() {
    for (const plot of plots) {
      await draw(plot, plot.clientWidth);
      await new Promise(function (next) { setTimeout(next, 0); });
    }
    document.documentElement.dataset.charts = "drawn";
  }
  first();

  let waiting;
  window.addEventListener("resize", function () {
    clearTimeout(waiting);
    waiting = setTimeout(function () {
      plots.forEach(function (plot) { if (Number(plot.dataset.width) !== plot.clientWidth) draw(plot, plot.clientWidth); });
    }, 150);
  });
  window.addEventListener("beforeprint", function () { all(paper); });
  window.addEventListener("afterprint", function () { all(); });
})();
