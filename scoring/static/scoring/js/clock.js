// The hall's clocks. Nothing is counted here: what is left is the difference between the server's hour and the end that
// the server gave, so a clock does not drift, however long the page is open, whatever the device's own clock says.
(() => {
  const EVERY = 10000;
  const TICK = 200;
  const url = document.currentScript?.dataset.clocks;
  let offset = 0; // milliseconds that the server is ahead of this device
  let surest = Infinity; // the quickest answer so far: the less it took, the surer the offset
  let asking = false;

  const now = () => Date.now() + offset;

  function words(seconds) {
    const whole = Math.ceil(Math.max(0, seconds) - 0.001);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  }

  function draw() {
    for (const place of document.querySelectorAll(".clock .left")) {
      const left = place.dataset.ends ? (Date.parse(place.dataset.ends) - now()) / 1000 : Number(place.dataset.left);
      const said = left > 0 ? words(left) : "Time";
      if (place.textContent !== said) place.textContent = said;
      place.classList.toggle("long", said.length > 5);
      place.parentElement.classList.toggle("up", left <= 0);
      place.parentElement.classList.toggle("soon", left > 0 && left <= 60);
    }
    for (const place of document.querySelectorAll("[data-until]")) {
      const left = (Date.parse(place.dataset.until) - now()) / 1000;
      const said = left > 0 ? `${words(left)} left` : "over";
      if (place.textContent !== said) place.textContent = said;
      place.classList.toggle("up", left <= 0);
    }
  }

  function show(clocks) {
    const box = document.querySelector("[data-clocks]:not(script)");
    if (!box) return;
    box.replaceChildren(
      ...clocks.map((clock) => {
        const [line, what, left] = ["p", "span", "b"].map((name) => document.createElement(name));
        line.className = clock.paused ? "clock paused" : "clock";
        line.setAttribute("role", "timer");
        what.className = "what";
        what.textContent = clock.title;
        left.className = "left";
        left.dataset.left = clock.left;
        if (clock.ends_at) left.dataset.ends = clock.ends_at;
        line.append(what, " ", left);
        if (clock.paused) {
          const tag = document.createElement("span");
          tag.className = "tag";
          tag.textContent = "paused";
          line.append(" ", tag);
        }
        return line;
      }),
    );
    document.querySelector(".clockface .none")?.toggleAttribute("hidden", clocks.length > 0);
    draw();
  }

  async function ask() {
    if (!url || asking || document.hidden) return;
    asking = true;
    const sent = Date.now();
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" }, cache: "no-store" });
      if (!answer.ok) return;
      const told = await answer.json();
      const took = Date.now() - sent;
      // A device's clock may be set meanwhile: an old offset is not kept for ever.
      if (took <= surest || Math.abs(Date.parse(told.now) - (sent + took / 2) - offset) > took + 1000) {
        offset = Date.parse(told.now) - (sent + took / 2);
        surest = took;
      }
      show(told.clocks);
    } catch {
      // No line: the clocks that are known go on.
    } finally {
      asking = false;
    }
  }

  const full = document.querySelector("[data-fullscreen]");
  if (full && document.fullscreenEnabled) {
    full.hidden = false;
    full.addEventListener("click", () => document.documentElement.requestFullscreen().catch(() => {}));
  }

  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSwap", draw);
  setInterval(draw, TICK);
  setInterval(ask, EVERY);
  draw();
  ask();
})();
