"use strict";
// Everything works without this file; it keeps numbers fresh, tells values under the pointer,
// and remembers the chosen theme.

// Parts that refresh themselves while a crawl runs.
function keepFresh(part) {
  const every = Number(part.dataset.every) * 1000;
  const isBusy = () =>
    document.hidden || part.querySelector("details[open]") || part.querySelector(".readout") ||
    part.contains(document.activeElement);
  async function refresh() {
    if (!isBusy()) {
      try {
        const answer = await fetch(part.dataset.refresh, { headers: { Accept: "text/html" } });
        if (answer.ok) {
          part.innerHTML = await answer.text();
          watchCharts(part);
          showState(part);
        }
      } catch {
        // The dashboard may be restarting; the next round tries again.
      }
    }
    const acting = part.querySelector("[data-state]");
    const isOver = acting && !["starting", "running", "stopping"].includes(acting.dataset.state);
    if (!isOver) setTimeout(refresh, every);
  }
  if (!("rest" in part.dataset)) setTimeout(refresh, every);
}

function showState(part) {
  const acting = part.querySelector("[data-state]");
  const badge = document.querySelector("h1 .state");
  if (acting && badge) {
    badge.textContent = acting.dataset.state;
    badge.className = "state " + acting.dataset.state;
  }
}

// Values under the pointer.
function watchCharts(root) {
  for (const figure of root.querySelectorAll("figure[data-chart]")) {
    const box = figure.querySelector(".plot-box");
    if (!box) continue;
    const data = JSON.parse(figure.dataset.chart);
    const readout = document.createElement("div");
    const pointer = document.createElement("div");
    readout.className = "readout";
    pointer.className = "pointer";
    box.addEventListener("pointermove", (event) => {
      const place = box.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - place.left) / place.width));
      const wanted = share * data.x[data.x.length - 1];
      let at = data.x.findIndex((x) => x >= wanted);
      if (at < 0) at = data.x.length - 1;
      const lines = data.n.map((name, i) => name + "  " + data.y[at][i]);
      readout.textContent = [Math.round(data.x[at]).toLocaleString("en") + " " + data.u, ...lines].join("\n");
      pointer.style.left = readout.style.left = share * 100 + "%";
      readout.style.transform = share > 0.6 ? "translateX(calc(-100% - 8px))" : "translateX(8px)";
      if (!readout.isConnected) box.append(pointer, readout);
    });
    box.addEventListener("pointerleave", () => {
      readout.remove();
      pointer.remove();
    });
  }
}

// Forms that take a while say so, and cannot be sent twice.
function sayBusy(form) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button) return;
    setTimeout(() => {
      button.textContent = form.dataset.busy;
      for (const each of form.querySelectorAll("button")) each.disabled = true;
    });
  });
}

function offerThemes() {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const isDark = () =>
    (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  try {
    const kept = localStorage.getItem("theme");
    if (kept) root.dataset.theme = kept;
  } catch { /* storage may be switched off */ }
  if (!button) return;
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* likewise */ }
    name();
  });
}

offerThemes();
watchCharts(document);
document.querySelectorAll("[data-refresh]").forEach(keepFresh);
document.querySelectorAll("form[data-busy]").forEach(sayBusy);
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
