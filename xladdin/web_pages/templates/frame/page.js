/* Sort tables and search for players. Without this script everything can still be read. */
(function () {
  "use strict";
  var language = document.documentElement.lang;
  var decimalSign = document.documentElement.getAttribute("data-decimal");
  var thousandsSign = decimalSign === "," ? "." : ",";

  function parseNumber(text) {
    var plain = text.replace(/[\s\u00a0\u202f]/g, "").split(thousandsSign).join("").replace(decimalSign, ".");
    plain = plain.replace("▲", "").replace(/[▼−]/, "-").replace(/^=$/, "0");
    var match = /^[+-]?\d+(\.\d+)?/.exec(plain);
    return match ? Number(match[0]) : null;
  }

  /* Return the value by which a row, or a group by its first row, is sorted. */
  function sortKey(group, column, byValue, isNumber) {
    var row = group.tagName === "TBODY" ? group.rows[0] : group;
    var cell = row.cells[column];
    if (byValue) { return Number(cell.getAttribute("data-value")); }
    var text = cell.textContent.trim();
    return isNumber ? parseNumber(text) : text.toLocaleLowerCase();
  }

  function compareKeys(a, b) {
    if (a === null || b === null) { return (a === null) - (b === null); }
    return typeof a === "string" ? a.localeCompare(b, language) : a - b;
  }

  document.querySelectorAll("table.sortable").forEach(function (table) {
    var groups = table.tBodies.length > 1 ? Array.from(table.tBodies) : Array.from(table.tBodies[0] ? table.tBodies[0].rows : []);
    if (groups.length < 2) { return; }
    var parent = groups[0].parentNode;
    var headings = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
    headings.forEach(function (heading, column) {
      var button = document.createElement("button");
      button.type = "button";
      while (heading.firstChild) { button.appendChild(heading.firstChild); }
      heading.appendChild(button);
      button.addEventListener("click", function () {
        var byValue = heading.getAttribute("data-sort") === "value";
        var isNumber = heading.classList.contains("n");
        var current = heading.getAttribute("aria-sort");
        /* The first click sorts numbers descending, and ranks and texts ascending. The third restores the order. */
        var first = (byValue || isNumber) && !heading.classList.contains("rank") ? "descending" : "ascending";
        var second = first === "ascending" ? "descending" : "ascending";
        var direction = current === first ? second : current === second ? null : first;
        headings.forEach(function (anyHeading) { anyHeading.removeAttribute("aria-sort"); });
        var sorted = groups.slice();
        if (direction) {
          heading.setAttribute("aria-sort", direction);
          sorted.sort(function (group, nextGroup) {
            var a = sortKey(group, column, byValue, isNumber), b = sortKey(nextGroup, column, byValue, isNumber);
            if (a === null || b === null) { return compareKeys(a, b); } /* cells without a number stay last */
            return direction === "ascending" ? compareKeys(a, b) : compareKeys(b, a);
          });
        }
        sorted.forEach(function (group) { parent.appendChild(group); });
      });
    });
  });

  function foldAccents(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLocaleLowerCase();
  }

  document.querySelectorAll("form.search").forEach(function (form) {
    var rows = Array.from(document.getElementById(form.getAttribute("data-for")).tBodies[0].rows);
    var names = rows.map(function (row) { return foldAccents(row.querySelector("th").textContent); });
    var field = form.querySelector("input"), status = form.querySelector("[role=status]");
    form.hidden = false;
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      var matches = rows.filter(function (row) { return !row.hidden; });
      var link = matches.length === 1 && matches[0].querySelector("a");
      if (link && field.value) { link.click(); }
    });
    field.addEventListener("input", function () {
      var terms = foldAccents(field.value).split(/\s+/).filter(Boolean), count = 0;
      rows.forEach(function (row, index) {
        row.hidden = !terms.every(function (term) { return names[index].indexOf(term) >= 0; });
        count += row.hidden ? 0 : 1;
      });
      status.textContent = terms.length ? form.getAttribute("data-found").replace("{shown}", count).replace("{all}", rows.length) : "";
    });
  });
})();
