"use strict";
(() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const T = D.texts;
  const $ = id => document.getElementById(id);
  const NS = "http://www.w3.org/2000/svg";
  const svg = (name, of, text) => {
    const made = document.createElementNS(NS, name);
    for (const key in of) made.setAttribute(key, of[key]);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const tag = (name, text, of) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return Object.assign(made, of || {});
  };
  const fill = (text, ...of) => text.replace(/\{(\d)\}/g, (_, at) => of[at]);
  const clamp = (n, least, most) => Math.min(Math.max(n, least), most);

  // Numbers in the format of the window.
  const number = (n, digits) => {
    const [whole, rest] = Math.abs(n).toFixed(digits).split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, D.group);
    return (n < 0 ? "−" : "") + grouped + (rest ? D.decimal + rest : "");
  };
  const count = n => {
    if (n === null || n === undefined) return "–";
    const scaled = (unit, sign) => {
      const v = n / unit;
      return number(v, v < 9.995 ? 2 : v < 99.95 ? 1 : 0) + sign;
    };
    return n < 1000 ? String(n) : n < 999500 ? scaled(1e3, "k") : n < 999500000 ? scaled(1e6, "M") : scaled(1e9, "G");
  };
  const duration = ms => {
    const s = Math.floor(ms / 1000), two = n => String(n).padStart(2, "0");
    if (ms === 0) return "<1 ms";
    if (ms < 100) return ms + " ms";
    if (s < 10) return number(ms / 1000, 2) + " s";
    if (s < 60) return number(Math.floor(ms / 100) / 10, 1) + " s";
    if (s < 3600) return Math.floor(s / 60) + ":" + two(s % 60);
    return Math.floor(s / 3600) + ":" + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
  };
  // The text for one thing, or the one for several.
  const plural = (texts, n) => texts[n === 1 ? 0 : 1];
  const percent = share => fill(T.percent, number(share * 100, share * 100 < 9.95 ? 1 : 0));

  // Colours of the current mode.
  let colors = {};
  const readColors = () => {
    const style = getComputedStyle(document.documentElement);
    const get = name => {
      const hex = parseInt(style.getPropertyValue("--" + name).trim().slice(1), 16);
      return [hex >> 16, hex >> 8 & 255, hex & 255];
    };
    const list = (name, n) => Array.from({ length: n }, (_, at) => get(name + "-" + at));
    colors = { scale: list("scale", 7), many: list("many", 12), series: list("series", 5), engine: list("engine", 4) };
    for (const name of ["raised", "good", "bad", "accent", "border"]) colors[name] = get(name);
    colors.faint = get("text-faint");
  };
  const css = color => "rgb(" + color.map(Math.round).join(",") + ")";
  const mix = (a, b, share) => a.map((v, at) => v + (b[at] - v) * share);
  const ofScore = cp => {
    const place = (cp / 250 + 1) / 2 * 6, below = Math.min(Math.floor(place), 5);
    return mix(colors.scale[below], colors.scale[below + 1], place - below);
  };
  const ofEnding = at => [
    () => mix(colors.raised, colors.series[0], 0.8),
    () => mix(colors.raised, colors.good, 0.45),
    () => mix(colors.raised, colors.bad, 0.4),
    () => mix(colors.raised, colors.series[1], 0.55),
    () => colors.faint,
  ][at]();
  const ofAge = age => mix(colors.raised, colors.scale[6], 1 / (1 + age * 0.6));
  const light = color => {
    const [r, g, b] = color.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const inkOn = color => (light(color) + 0.05) ** 2 > 1.05 * 0.058 ? "#14171b" : "#fff";

  // The trees, decoded when they are first needed.
  const trees = D.engines.map(() => []);
  const treeOf = (e, i) => trees[e][i] || (trees[e][i] = (() => {
    const flat = D.engines[e].iterations[i].tree, at = new Map();
    for (let k = 0; k < flat.length; k += 7) {
      const [pos, nodes, score, depth, iteration, ending, rule] = flat.slice(k, k + 7);
      const node = { pos, nodes, score, depth, iteration, ending, rule, children: [] };
      if (k) at.get(D.engines[e].positions[pos][0]).children.push(node);
      at.set(pos, node);
    }
    return at;
  })());
  const path = (e, pos) => {
    const moves = [];
    for (; pos; pos = D.engines[e].positions[pos][0]) moves.push(pos);
    return moves.reverse();
  };
  const lineTo = (e, pos) => path(e, pos).map((at, ply) => {
    const half = D.move * 2 + (D.black ? 1 : 0) + ply, white = half % 2 === 0;
    const before = white ? (half >> 1) + ". " : ply === 0 ? (half >> 1) + "… " : "";
    return before + D.engines[e].positions[at][1];
  }).join(" ");

  // The state of the view.
  const state = { step: D.steps.length - 1, by: 0, zoom: D.engines.map(() => 0), hover: null, chosen: null, timer: 0 };
  const now = e => D.steps[state.step][e];

  // The board.
  const place = square => {
    const file = square.charCodeAt(0) - 97, rank = square.charCodeAt(1) - 49;
    return D.flip ? [700 - file * 100, rank * 100] : [file * 100, 700 - rank * 100];
  };
  const drawBoard = (e, pos, name) => {
    const on = D.start.split("");
    let last = D.last || "";
    for (const at of path(e, pos)) {
      const [, , squares, changes] = D.engines[e].positions[at];
      for (let k = 0; k < changes.length; k += 3) {
        on[changes.charCodeAt(k) - 97 + 8 * (changes.charCodeAt(k + 1) - 49)] = changes[k + 2];
      }
      last = squares;
    }
    const board = svg("svg", { viewBox: "0 0 800 800", role: "img", "aria-label": name });
    const name64 = at => "abcdefgh"[at % 8] + (Math.floor(at / 8) + 1);
    for (let at = 0; at < 64; at++) {
      const square = name64(at), [x, y] = place(square), dark = (at + (at >> 3)) % 2 === 0;
      const marked = last.slice(0, 2) === square || last.slice(2) === square;
      board.append(svg("rect", { x, y, width: 100, height: 100, fill: D.board[(marked ? 2 : 0) + (dark ? 1 : 0)] }));
    }
    for (let at = 0; at < 64; at++) {
      if (on[at] === ".") continue;
      const [x, y] = place(name64(at)), lower = on[at].toLowerCase();
      const href = "#" + (on[at] === lower ? "b" : "w") + lower;
      board.append(svg("use", { href, x, y, width: 100, height: 100 }));
    }
    $("board").replaceChildren(board);
  };

  // The text about a node.
  const wordsOf = (e, node) => {
    const engine = D.engines[e], root = treeOf(e, now(e)).get(0);
    const words = [node.pos ? lineTo(e, node.pos) : T.root];
    if (D.engines.length > 1) words[0] = engine.name + ": " + words[0];
    // The root has the score of the best move, as shown above the tree.
    const best = engine.iterations[now(e)].score, score = node.pos ? node.score : best === null ? -1 : best;
    words.push(score < 0 ? T.open : fill(T.score, D.scores[score][0]));
    words.push(fill(plural(engine.puct ? T.playouts : T.nodes, node.nodes), count(node.nodes), percent(node.nodes / Math.max(root.nodes, 1))));
    if (!engine.puct && node.pos) {
      words.push(node.rule >= 0 ? fill(T.cut, D.rules[node.rule][0])
        : node.score < 0 ? T.first
        : node.depth > 0 ? fill(plural(T.searched, node.depth), node.depth, node.iteration) : fill(T.quiescence, node.iteration));
    }
    return words;
  };
  const describe = () => {
    const of = state.hover || state.chosen || [0, 0];
    const tree = treeOf(of[0], now(of[0])), node = tree.get(of[1]) || tree.get(0);
    const words = node ? wordsOf(of[0], node) : [T.root];
    drawBoard(of[0], node ? node.pos : 0, words[0]);
    const hint = tag("p", T.hint, { className: "small" });
    $("words").replaceChildren(...words.map(text => tag("p", text)), hint);
  };

  // The trees as icicle plots.
  const LABELS = 40, STRIP = 5, MOST_PLIES = 10;
  const rowHeight = () => innerWidth < 832 ? 26 : D.engines.length > 1 ? 28 : 34;
  const colorOf = (e, node) => {
    const plain = colors.scale[3];
    if (state.by === 0) return node.score < 0 ? plain : ofScore(D.scores[node.score][1]);
    if (state.by === 1) return ofEnding(node.ending);
    if (state.by === 2) return node.rule < 0 ? plain : colors.many[D.rules[node.rule][1] % 12];
    return ofAge(treeOf(e, now(e)).get(0).iteration - node.iteration);
  };
  // The moves that have been best, in the order of their colours: one table for all engines.
  const leaders = [...new Set(D.engines.flatMap(engine => engine.iterations.map(of => of.best)).filter(Boolean))];
  const colorOfMove = name => colors.series[Math.max(leaders.indexOf(name), 0) % 5];
  const cells = D.engines.map(() => new Map());
  // The boxes of the tree of an iteration, by position.
  const layOut = (e, i, width) => {
    const tree = treeOf(e, i), root = tree.get(state.zoom[e]) || tree.get(0), row = rowHeight(), found = new Map();
    const lay = (node, x, w, ply) => {
      if (ply >= MOST_PLIES) return;
      for (const child of node.children) {
        const own = child.nodes / Math.max(node.nodes, 1) * w;
        if (own >= 1) {
          found.set(child.pos, { x, y: STRIP + ply * row, w: own, h: row, ply, node: child });
          lay(child, x, own, ply + 1);
        }
        x += own;
      }
    };
    if (root) lay(root, LABELS, width - LABELS, 0);
    return found;
  };
  // The number of rows: as many as any moment of any engine fills, so that the page does not move with time.
  let filled = { of: "", rows: 1 };
  const rowsFilled = () => {
    const widths = D.engines.map((_, e) => $("tree-" + e).clientWidth), of = [...widths, ...state.zoom].join();
    if (filled.of === of) return filled.rows;
    let rows = 1;
    D.engines.forEach((engine, e) => engine.iterations.forEach((_, i) => {
      for (const cell of layOut(e, i, widths[e]).values()) rows = Math.max(rows, cell.ply + 1);
    }));
    filled = { of, rows };
    return rows;
  };
  const drawTree = e => {
    const tree = treeOf(e, now(e)), engine = D.engines[e], row = rowHeight(), holder = $("tree-" + e);
    const rows = rowsFilled(), width = holder.clientWidth, height = STRIP + rows * row;
    const root = tree.get(state.zoom[e]) || tree.get(0);
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, height });
    cells[e] = layOut(e, now(e), width);
    $("whole-" + e).style.visibility = root && root.pos ? "visible" : "hidden";
    if (root) {
      const depth = path(e, root.pos).length, first = D.move * 2 + (D.black ? 1 : 0) + depth;
      for (let at = 0; at < rows; at++) {
        const half = first + at, text = (half >> 1) + (half % 2 ? "…" : ".");
        picture.append(svg("text", { class: "label", x: 0, y: STRIP + at * row + row / 2 + 4 }, text));
      }
      const all = tree.get(0).nodes || 1;
      for (const [pos, { x, y, w, h, node }] of cells[e]) {
        const gap = w > 3 ? 0.5 : 0.15, color = colorOf(e, node);
        const box = { x: x + gap, y: y + 0.5, width: Math.max(w - 2 * gap, 0.5), height: h - 1, rx: w > 8 ? 3 : 0, fill: css(color), "data-p": pos };
        picture.append(svg("rect", box));
        const name = engine.positions[pos][1], ink = inkOn(color), room = name.length * 7 + 6;
        if (w < room) continue;
        const share = percent(node.nodes / all), both = w > room + share.length * 7 + 22;
        const at = Math.min((w - room + 6) / 2, 6);
        picture.append(svg("text", { x: x + at, y: y + h / 2 + 4, fill: ink }, name));
        if (both) picture.append(svg("text", { x: x + w - 6, y: y + h / 2 + 4, fill: ink, "text-anchor": "end" }, share));
      }
      const right = [...cells[e].values()].reduce((right, cell) => cell.y === STRIP ? Math.max(right, cell.x + cell.w) : right, LABELS);
      if (width - right >= 4) picture.append(svg("rect", { class: "rest", x: right + 1, y: STRIP + 1, width: width - right - 2, height: row - 2, rx: 3 }));
      leaders.forEach(best => {
        const cell = [...cells[e].values()].find(cell => cell.y === STRIP && lineTo(e, cell.node.pos) === best);
        if (cell) picture.append(svg("rect", { x: cell.x + 0.5, y: 1, width: Math.max(cell.w - 1, 0.5), height: 3, rx: 1, fill: css(colorOfMove(best)) }));
      });
      const line = engine.iterations[now(e)].pv.map(pos => cells[e].get(pos)).filter(Boolean);
      if (line.length) {
        const right = line.flatMap(c => [[c.x + c.w, c.y], [c.x + c.w, c.y + c.h]]);
        const left = line.slice().reverse().flatMap(c => [[c.x, c.y + c.h], [c.x, c.y]]);
        const points = [[line[0].x, line[0].y], ...right, ...left].map(at => at.map(v => v.toFixed(1)).join(",")).join(" ");
        picture.append(svg("polygon", { class: "pv", points }));
      }
    }
    picture.append(svg("rect", { class: "on", visibility: "hidden" }));
    holder.replaceChildren(picture);
    holder.setAttribute("aria-label", engine.name + ". " + fill(T.tree, cells[e].size));
    outline();
  };
  const outline = () => {
    const of = state.hover || state.chosen;
    D.engines.forEach((_, e) => {
      const on = $("tree-" + e).querySelector(".on"), cell = of && of[0] === e && cells[e].get(of[1]);
      if (!on) return;
      on.setAttribute("visibility", cell ? "visible" : "hidden");
      if (cell) for (const [name, v] of [["x", cell.x + 1], ["y", cell.y + 1], ["width", Math.max(cell.w - 2, 1)], ["height", cell.h - 2]]) on.setAttribute(name, v);
    });
  };

  // The legend.
  const drawLegend = () => {
    const swatch = (color, text) => {
      const box = tag("i");
      box.style.background = css(color);
      const made = tag("span");
      made.append(box, text);
      return made;
    };
    const plain = colors.scale[3], keys = [];
    if (state.by === 0) {
      const ramp = tag("i", undefined, { className: "ramp" });
      const stops = Array.from({ length: 13 }, (_, at) => css(ofScore((at - 6) * 250 / 6)));
      ramp.style.background = "linear-gradient(90deg," + stops.join(",") + ")";
      const made = tag("span");
      made.append(T.ends[0], ramp, T.ends[1]);
      keys.push(made);
    } else if (state.by === 1) {
      D.endings.forEach((name, at) => keys.push(swatch(ofEnding(at), name)));
    } else if (state.by === 2) {
      const sums = new Map();
      D.engines.forEach((_, e) => treeOf(e, now(e)).forEach(node => {
        if (node.rule >= 0) sums.set(node.rule, (sums.get(node.rule) || 0) + node.nodes);
      }));
      const largest = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 5);
      for (const [rule] of largest) keys.push(swatch(colors.many[D.rules[rule][1] % 12], D.rules[rule][0]));
      keys.push(swatch(plain, T.plain));
    } else {
      keys.push(swatch(ofAge(0), T.new), swatch(ofAge(7), T.old));
    }
    const line = tag("span");
    line.append(tag("i", undefined, { className: "line" }), T.expected);
    $("keys").replaceChildren(...keys, line);
  };

  // The timeline: curves by moment, and which move was best.
  const CURVE = 110, BAND = 20;
  const drawCourse = () => {
    const width = $("course").clientWidth, n = D.steps.length, left = 38;
    const two = D.engines.length > 1, height = CURVE + BAND * D.engines.length + 4;
    const x = at => left + (at + 0.5) / n * (width - left), y0 = 8, y1 = CURVE - 8;
    const ys = D.engines.map((engine, e) => D.steps.map(step => engine.iterations[step[e]].y));
    const known = ys.flat().filter(y => y !== null);
    const [least, most] = two ? [40, 60] : [-0.5, 0.5];
    let low = Math.min(least, ...known), high = Math.max(most, ...known);
    const margin = (high - low) * 0.1, middle = two ? 50 : 0;
    low -= margin;
    high += margin;
    const y = v => y1 - (v - low) / (high - low) * (y1 - y0);
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": T.curve });
    const apart = mark => mark === middle || Math.abs(y(mark) - y(middle)) > 14;
    const marks = [low + margin, middle, high - margin].map(mark => two ? Math.round(mark) : Math.round(mark * 10) / 10);
    for (const mark of new Set(marks.filter(apart))) {
      const at = y(mark);
      picture.append(svg("line", { x1: left, x2: width, y1: at, y2: at, stroke: "var(--border)", "stroke-width": mark === middle ? 1.5 : 0.7 }));
      picture.append(svg("text", { x: 0, y: at + 4 }, two ? number(mark, 0) : (mark > 0 ? "+" : "") + number(mark, 1)));
    }
    picture.append(svg("rect", { x: x(state.step) - 1, y: 0, width: 2, height, fill: "var(--accent)" }));
    ys.forEach((of, e) => {
      const stroke = two ? css(colors.engine[D.engines[e].color]) : "var(--text)";
      const points = of.map((v, at) => v === null ? null : [x(at), y(v)]).filter(Boolean);
      picture.append(svg("polyline", { points: points.map(at => at.map(v => v.toFixed(1)).join(",")).join(" "), fill: "none", stroke, "stroke-width": 2, "stroke-linejoin": "round" }));
      if (points.length < 60) for (const [cx, cy] of points) picture.append(svg("circle", { cx, cy, r: 2.6, fill: stroke }));
      const top = CURVE + BAND * e;
      let begin = 0;
      const best = at => D.engines[e].iterations[D.steps[at][e]].best;
      for (let at = 1; at <= n; at++) {
        if (at < n && best(at) === best(begin)) continue;
        const from = x(begin - 0.5), w = x(at - 0.5) - from, name = best(begin);
        const color = colorOfMove(name);
        picture.append(svg("rect", { x: from + 0.5, y: top + 1, width: Math.max(w - 1, 0.5), height: BAND - 2, rx: 3, fill: css(color) }));
        if (w > name.length * 7 + 8) {
          const text = svg("text", { class: "band", x: from + 6, y: top + 14 }, name);
          text.style.fill = inkOn(color);
          picture.append(text);
        }
        begin = at;
      }
    });
    picture.addEventListener("click", event => {
      const share = (event.clientX - picture.getBoundingClientRect().left - left) / (width - left);
      pause();
      go(Math.floor(share * n));
    });
    $("course").replaceChildren(picture);
  };

  const drawHeads = () => D.engines.forEach((engine, e) => {
    const of = engine.iterations[now(e)];
    $("score-" + e).textContent = of.score === null ? "–" : D.scores[of.score][0];
    $("figures-" + e).textContent = fill(plural(of.plies === null ? T.figures : T.grown, of.nodes), of.plies === null ? of.depth : number(of.plies, 1), count(of.nodes), duration(of.ms));
    $("line-" + e).textContent = of.line;
  });

  const drawStory = () => {
    const rows = D.story.map(([step, when, e, words]) => {
      const row = tag("li"), button = tag("button");
      button.append(tag("b", D.timed ? duration(when) : when), tag("span", D.engines.length > 1 ? D.engines[e].name + ": " + words : words));
      button.addEventListener("click", () => { pause(); go(step); });
      row.append(button);
      return row;
    });
    $("story").replaceChildren(...rows);
  };
  const markStory = () => [...$("story").children].forEach((row, at) => {
    row.firstChild.setAttribute("aria-current", String(D.story[at][0] === state.step));
  });

  const draw = () => {
    D.engines.forEach((_, e) => drawTree(e));
    drawHeads();
    drawLegend();
    drawCourse();
    describe();
    markStory();
    const last = D.steps.length - 1, first = D.engines[0].iterations;
    const when = D.timed
      ? fill(T.time, duration(Math.max(...D.engines.map((engine, e) => engine.iterations[now(e)].ms))))
      : fill(T.of, first[now(0)].depth, first[D.steps[last][0]].depth);
    $("when").textContent = when;
    $("time").value = state.step;
    $("time").setAttribute("aria-valuetext", when);
    $("previous").disabled = state.step === 0;
    $("next").disabled = state.step === last;
  };
  const go = step => {
    state.step = clamp(step, 0, D.steps.length - 1);
    draw();
  };
  const face = () => {
    $("play").querySelector("path").setAttribute("d", state.timer ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4.5 2.5L13 8l-8.5 5.5z");
    for (const name of ["aria-label", "title"]) $("play").setAttribute(name, state.timer ? T.pause : T.play);
  };
  const pause = () => {
    clearInterval(state.timer);
    state.timer = 0;
    face();
  };
  const play = () => {
    if (state.timer) return pause();
    if (state.step === D.steps.length - 1) go(0);
    state.timer = setInterval(() => {
      go(state.step + 1);
      if (state.step === D.steps.length - 1) pause();
    }, 700);
    face();
  };

  // User input.
  const hover = of => {
    state.hover = of;
    describe();
    outline();
  };
  const zoom = (e, pos) => {
    state.zoom[e] = state.zoom[e] === pos ? 0 : pos;
    draw();
  };
  const under = event => event.target.dataset && event.target.dataset.p ? Number(event.target.dataset.p) : 0;
  D.engines.forEach((_, e) => {
    const holder = $("tree-" + e);
    holder.addEventListener("pointermove", event => {
      const pos = under(event);
      if (pos && event.pointerType !== "touch" && !(state.hover && state.hover[0] === e && state.hover[1] === pos)) hover([e, pos]);
    });
    holder.addEventListener("pointerleave", event => event.pointerType !== "touch" && hover(null));
    holder.addEventListener("click", event => {
      const pos = under(event);
      if (!pos) return;
      // On a touch screen the first tap shows a node and a second tap on it opens its subtree.
      const again = state.chosen && state.chosen[0] === e && state.chosen[1] === pos;
      state.chosen = [e, pos];
      if (event.pointerType === "touch" && !again) return hover(null);
      zoom(e, pos);
    });
    holder.addEventListener("keydown", event => {
      const tree = treeOf(e, now(e)), own = state.chosen && state.chosen[0] === e ? tree.get(state.chosen[1]) : null;
      const at = own || tree.get(state.zoom[e]) || tree.get(0);
      if (!at) return;
      const parent = at.pos ? tree.get(D.engines[e].positions[at.pos][0]) : null;
      const beside = by => parent && parent.children[parent.children.indexOf(at) + by];
      const largest = () => at.children.reduce((a, b) => a && a.nodes >= b.nodes ? a : b, null);
      const to = { ArrowDown: largest, ArrowUp: () => parent && parent.pos ? parent : null, ArrowLeft: () => beside(-1), ArrowRight: () => beside(1) }[event.key];
      if (to) {
        const next = to();
        if (next) state.chosen = [e, next.pos];
        hover(null);
      } else if (event.key === "Enter" && own) zoom(e, own.pos);
      else if (event.key === "Backspace" && state.zoom[e]) zoom(e, state.zoom[e]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    $("whole-" + e).addEventListener("click", () => {
      state.zoom[e] = 0;
      draw();
    });
  });
  T.by.forEach((name, at) => $("color").append(tag("option", name, { value: at })));
  $("color").addEventListener("change", event => {
    state.by = Number(event.target.value);
    draw();
  });
  $("time").max = D.steps.length - 1;
  $("time").addEventListener("input", event => {
    pause();
    go(Number(event.target.value));
  });
  $("previous").addEventListener("click", () => { pause(); go(state.step - 1); });
  $("next").addEventListener("click", () => { pause(); go(state.step + 1); });
  $("play").addEventListener("click", play);
  addEventListener("keydown", event => {
    const name = event.target.tagName, busy = name === "INPUT" || name === "SELECT";
    if (busy || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      pause();
      go(state.step + (event.key === "ArrowLeft" ? -1 : 1));
    } else if (event.key === " " && name !== "BUTTON") play();
    else return;
    event.preventDefault();
  });
  addEventListener("resize", draw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColors();
    draw();
  });
  readColors();
  drawStory();
  face();
  draw();
})();
