// The captains' five minutes, counted down by the server's clock: the page tells when the time is over and what the
// server's clock said when it was made, and this phone's own clock only measures what has passed since.
(() => {
  const text = (ms) => {
    const left = Math.max(0, Math.ceil(ms / 1000));
    return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  };
  const begun = new WeakMap();
  let asked = 0;

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock-ends]")) {
      if (!begun.has(clock)) begun.set(clock, performance.now());
      const now = Number(clock.dataset.clockNow) + performance.now() - begun.get(clock);
      const left = Number(clock.dataset.clockEnds) - now;
      clock.querySelector(".left").textContent = text(left);
      clock.classList.toggle("short", left < 60000);
      // The server moves the dispute on; the page looks, and asks again until it has.
      if (left <= 0 && Date.now() - asked > 3000) {
        asked = Date.now();
        document.dispatchEvent(new CustomEvent("board:moved"));
      }
    }
  }

  // A form shows the dispute as it was. When it has moved and nothing is typed, the page is loaded again; else it says so.
  function compare() {
    const live = document.getElementById("live");
    const page = document.getElementById("dispute");
    if (!live || !page || live.dataset.version === page.dataset.version) return;
    const typed = [...page.querySelectorAll("textarea, input:not([type=hidden])")].some((field) =>
      field.type === "radio" || field.type === "checkbox" ? field.checked !== field.defaultChecked
        : field.type === "file" ? field.files.length > 0 : field.value !== field.defaultValue);
    if (!typed) location.reload();
    else document.getElementById("moved").hidden = false;
  }

  document.addEventListener("htmx:afterSwap", () => { tick(); compare(); });
  document.addEventListener("DOMContentLoaded", tick);
  setInterval(tick, 250);
})();
