// The renege desk without waiting for the network at every card: taps fill the open places of a lift, and the whole
// lift is sent at once. Whose card it is, who won and what is proved is told by the server; no rule is known here.
(() => {
  let tray = [];
  const desk = () => document.getElementById("desk");
  const open = () => desk().dataset.left.length;

  function show() {
    const free = [...desk().querySelectorAll(".slots li")].slice(-open());
    free.forEach((slot, n) => {
      slot.querySelector("b").textContent = tray[n]?.text ?? "";
      slot.classList.toggle("next", n === tray.length);
    });
    for (const button of desk().querySelectorAll(".picker button")) {
      const taken = tray.some((card) => card.value === button.value);
      if (!button.disabled || button.dataset.taken) {
        button.classList.toggle("gone", taken);
        button.disabled = taken;
        if (taken) button.dataset.taken = "1"; else delete button.dataset.taken;
      }
    }
  }

  const send = () => desk().querySelector("form.desk").requestSubmit();

  // The whole lift, not the last button tapped: whether htmx still remembers that one differs between browsers.
  document.addEventListener("htmx:configRequest", (event) => {
    if (tray.length && event.target.closest?.("#desk")) event.detail.parameters.add = tray.map((card) => card.value).join(",");
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#desk button");
    if (!button) return;
    if (button.name === "add") {
      event.preventDefault();
      if (tray.length >= open()) return;
      tray.push({ value: button.value, text: button.dataset.text });
      show();
      if (tray.length === open()) send();
    } else if (button.name === "undo" && tray.length) {
      event.preventDefault();
      tray.pop();
      show();
    } else if (button.closest("#unsent")) {
      send();
    }
  });

  const failed = () => { document.getElementById("unsent").hidden = false; };
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:timeout", failed);
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("htmx:afterSwap", () => { tray = []; });
})();
