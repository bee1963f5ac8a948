// The match page looks again every few seconds. A game that somebody has opened stays open.
(() => {
  let open = [];

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    open = [...document.querySelectorAll("#live details[id][open]")].map((details) => details.id);
  });

  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    open = [];
  });
})();
