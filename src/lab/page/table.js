"use strict";
document.querySelectorAll("th button").forEach(button => button.addEventListener("click", () => {
  const head = button.closest("th"), column = head.cellIndex, table = head.closest("table"), body = table.tBodies[0];
  const down = head.getAttribute("aria-sort") === "ascending";
  table.querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const key = row => {
    const cell = row.cells[column];
    return "v" in cell.dataset ? Number(cell.dataset.v) : cell.textContent;
  };
  const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b
    : typeof a === "number" ? -1 : typeof b === "number" ? 1 : a.localeCompare(b, document.documentElement.lang);
  const rows = [...body.rows].sort((a, b) => compare(key(a), key(b)));
  body.append(...(down ? rows.reverse() : rows));
}));
