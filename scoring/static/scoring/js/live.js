// The match page keeps itself fresh: it looks again every few seconds or, while a stream tells it of changes, at once
// after each and else seldom. A game that somebody has opened stays open.
(() => {
  const SELDOM = 60000;
  const SPREAD = 300;
  let open = [];
  let told = false;
  let asking = false;
  let again = false;
  let last = 0;
  let timer = 0;

  const part = () => document.getElementById("live");
  const isPart = (event) => event.detail.requestConfig?.elt?.id === "live";

  function look() {
    timer = 0;
    const live = part();
    if (!live?.hasAttribute("hx-get")) return;
    if (asking) { again = true; return; }
    const event = new CustomEvent("board:look");
    htmx.ajax("GET", live.getAttribute("hx-get"), { source: live, target: live, swap: "outerHTML", event }).catch(() => {});
  }

  // Several changes in a row are one look, and a hall full of phones does not ask in the same instant.
  function soon() {
    timer ||= setTimeout(look, Math.random() * SPREAD);
  }

  document.addEventListener("board:open", () => { told = true; soon(); });
  document.addEventListener("board:moved", soon);
  document.addEventListener("board:closed", () => { told = false; });

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isPart(event)) return;
    const pushed = event.detail.requestConfig.triggeringEvent?.type === "board:look";
    if (!pushed && told && Date.now() - last < SELDOM) {
      event.preventDefault();
      return;
    }
    asking = true;
    last = Date.now();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isPart(event)) return;
    asking = false;
    if (again) { again = false; soon(); }
    // A settled match does not move any more.
    if (!part()?.hasAttribute("hx-get")) document.dispatchEvent(new CustomEvent("board:done"));
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    open = [...document.querySelectorAll("#live details[id][open]")].map((details) => details.id);
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    open = [];
  });
})();
