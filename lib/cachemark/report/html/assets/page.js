// Tables that sort and filter, tips that say where figures come from, the choice of colours. The page is complete without this script.
(function () {
  "use strict";

  function remember(theme) {
    try { localStorage.setItem("cachemark-theme", theme); } catch (_) { /* a page from disk may have no storage */ }
  }
  function remembered() {
    try { return localStorage.getItem("cachemark-theme"); } catch (_) { return null; }
  }
  document.querySelectorAll("input[name=theme]").forEach(function (radio) {
    if (radio.value === remembered()) radio.checked = true;
    radio.addEventListener("change", function () { remember(radio.value); });
  });

  // Numbers come from data-value, so that "1.2 ms" is after "900 µs"; cells without one are last.
  function value(row, index) {
    const cell = row.cells[index];
    if (cell.dataset.value === undefined) return cell.textContent.trim() === "" ? null : cell.textContent.trim();
    return cell.dataset.value === "" ? null : Number(cell.dataset.value);
  }
  function compare(one, other) {
    if (one === null || other === null) return one === other ? 0 : (one === null ? Infinity : -Infinity);
    return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });
  }
  function sort(table, index, direction) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).map(function (row, at) { return { row: row, key: value(row, index), at: at }; });
    rows.sort(function (a, b) {
      const order = compare(a.key, b.key);
      return (Math.abs(order) === Infinity ? order : order * direction) || a.at - b.at;
    });
    rows.forEach(function (entry) { body.append(entry.row); });
  }
  function sortable(table) {
    const headings = Array.from(table.tHead.rows[0].cells);
    headings.forEach(function (heading, index) {
      if (heading.textContent.trim() === "" || heading.dataset.sort === "no") return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", function () {
        const down = heading.getAttribute("aria-sort") === "ascending";
        headings.forEach(function (other) { other.removeAttribute("aria-sort"); });
        heading.setAttribute("aria-sort", down ? "descending" : "ascending");
        sort(table, index, down ? -1 : 1);
      });
    });
  }

  // One stop of the Tab key for each table; the arrow keys go from figure to figure.
  function roving(table) {
    const figures = function () { return Array.from(table.querySelectorAll("tbody tr:not([hidden]) .tell")); };
    const all = Array.from(table.querySelectorAll("tbody .tell"));
    all.forEach(function (figure, index) { figure.tabIndex = index === 0 ? 0 : -1; });
    function go(from, to) {
      if (!to) return;
      from.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    }
    table.addEventListener("focusin", function (event) {
      const to = event.target.closest(".tell");
      if (to) all.forEach(function (figure) { figure.tabIndex = figure === to ? 0 : -1; });
    });
    table.addEventListener("keydown", function (event) {
      const from = event.target.closest(".tell");
      if (!from) return;
      const column = from.closest("td, th").cellIndex;
      const inRow = Array.from(from.closest("tr").querySelectorAll(".tell"));
      const inColumn = figures().filter(function (figure) { return figure.closest("td, th").cellIndex === column; });
      const moves = {
        ArrowRight: [inRow, 1], ArrowLeft: [inRow, -1], ArrowDown: [inColumn, 1], ArrowUp: [inColumn, -1]
      };
      if (moves[event.key]) {
        event.preventDefault();
        const list = moves[event.key][0];
        go(from, list[list.indexOf(from) + moves[event.key][1]]);
      }
    });
    return function () {
      const first = figures()[0];
      if (!figures().some(function (figure) { return figure.tabIndex === 0; }) && first) first.tabIndex = 0;
    };
  }

  function filterable(table, settle) {
    if (table.tBodies[0].rows.length < 6) return;
    const box = document.createElement("p");
    box.className = "filter";
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "search", autocomplete: "off" });
    const count = Object.assign(document.createElement("span"), { className: "faint" });
    count.setAttribute("role", "status");
    label.append("Show rows with ", input);
    box.append(label, count);
    table.closest(".scroll").before(box);
    input.addEventListener("input", function () {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let left = 0;
      Array.from(table.tBodies[0].rows).forEach(function (row) {
        const text = row.dataset.text || row.textContent.toLowerCase();
        row.hidden = !words.every(function (word) { return text.includes(word); });
        if (!row.hidden) left += 1;
      });
      count.textContent = words.length ? left + " of " + table.tBodies[0].rows.length + " rows" : "";
      settle();
    });
  }

  document.querySelectorAll("table.data").forEach(function (table) {
    sortable(table);
    filterable(table, roving(table));
  });

  // A tip is near its figure, inside the window; Escape hides it.
  function place(tell) {
    const tip = tell.nextElementSibling;
    if (!tip || !tip.classList.contains("tip")) return;
    const at = tell.getBoundingClientRect();
    tip.style.left = Math.max(8, Math.min(at.left, window.innerWidth - tip.offsetWidth - 8)) + "px";
    const below = at.bottom + tip.offsetHeight + 12 < window.innerHeight;
    tip.style.bottom = "auto";
    tip.style.top = (below ? at.bottom + 4 : Math.max(8, at.top - tip.offsetHeight - 4)) + "px";
  }
  ["mouseover", "focusin"].forEach(function (kind) {
    document.addEventListener(kind, function (event) {
      const tell = event.target.closest && event.target.closest(".tell");
      if (!tell) return;
      document.body.classList.remove("quiet");
      place(tell);
    });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") document.body.classList.add("quiet");
  });
})();
