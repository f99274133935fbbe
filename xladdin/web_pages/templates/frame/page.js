/* Tables are sorted and players found; without this script all is there to be read. */
(function () {
  "use strict";
  var french = document.documentElement.lang === "fr";

  function numberOf(text) {
    var plain = text.replace(/[\s\u00a0\u202f]/g, "");
    plain = french ? plain.replace(",", ".") : plain.replace(/,/g, "");
    plain = plain.replace("▲", "").replace(/[▼−]/, "-").replace(/^=$/, "0");
    var found = /^[+-]?\d+(\.\d+)?/.exec(plain);
    return found ? Number(found[0]) : null;
  }

  function valueOf(unit, column, byValue, isNumber) {
    var row = unit.tagName === "TBODY" ? unit.rows[0] : unit;
    var cell = row.cells[column];
    if (byValue) { return Number(cell.getAttribute("data-value")); }
    var text = cell.textContent.trim();
    return isNumber ? numberOf(text) : text.toLocaleLowerCase();
  }

  function compare(one, other) {
    if (one === null || other === null) { return (one === null) - (other === null); }
    return typeof one === "string" ? one.localeCompare(other, document.documentElement.lang) : one - other;
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    var units = table.tBodies.length > 1 ? Array.from(table.tBodies) : Array.from(table.tBodies[0] ? table.tBodies[0].rows : []);
    if (units.length < 2) { return; }
    var parent = units[0].parentNode;
    var headings = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
    headings.forEach(function (heading, column) {
      var button = document.createElement("button");
      button.type = "button";
      while (heading.firstChild) { button.appendChild(heading.firstChild); }
      heading.appendChild(button);
      button.addEventListener("click", function () {
        var byValue = heading.getAttribute("data-sort") === "value";
        var isNumber = heading.classList.contains("n"), numbers = byValue || heading.classList.contains("n");
        var is = heading.getAttribute("aria-sort");
        var first = numbers && !heading.classList.contains("rank") ? "descending" : "ascending";
        var second = first === "ascending" ? "descending" : "ascending";
        var next = is === first ? second : is === second ? null : first;
        headings.forEach(function (other) { other.removeAttribute("aria-sort"); });
        var order = units.slice();
        if (next) {
          heading.setAttribute("aria-sort", next);
          order.sort(function (one, other) {
            var a = valueOf(one, column, byValue, isNumber), b = valueOf(other, column, byValue, isNumber);
            if (a === null || b === null) { return compare(a, b); }
            return next === "ascending" ? compare(a, b) : compare(b, a);
          });
        }
        order.forEach(function (unit) { parent.appendChild(unit); });
      });
    });
  });

  function folded(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLocaleLowerCase();
  }

  document.querySelectorAll("form.search").forEach(function (form) {
    var rows = Array.from(document.getElementById(form.getAttribute("data-for")).tBodies[0].rows);
    var names = rows.map(function (row) { return folded(row.querySelector("th").textContent); });
    var field = form.querySelector("input"), said = form.querySelector("[role=status]");
    form.hidden = false;
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var shown = rows.filter(function (row) { return !row.hidden; });
      var link = shown.length === 1 && shown[0].querySelector("a");
      if (link && field.value) { link.click(); }
    });
    field.addEventListener("input", function () {
      var wanted = folded(field.value).split(/\s+/).filter(Boolean), count = 0;
      rows.forEach(function (row, at) {
        row.hidden = !wanted.every(function (word) { return names[at].indexOf(word) >= 0; });
        count += row.hidden ? 0 : 1;
      });
      said.textContent = wanted.length ? form.getAttribute("data-found").replace("{shown}", count).replace("{all}", rows.length) : "";
    });
  });
})();
