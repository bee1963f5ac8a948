// Bad Wi-Fi at the table: a hand that did not get through is kept and sent again until it does, always with the
// number that the form was made with, so that the ledger takes it once. No rule of the game is known here.
(() => {
  const KEY = `bullseye:unsent:${location.pathname}`;
  const FIRST = 3000;
  const LONGEST = 20000;
  let wait = FIRST;
  let timer = 0;

  const pad = () => document.querySelector("form[data-pad]");
  // The answer takes the place of the form that asked; what asked is in the request's own record.
  const asked = (event) => event.detail.requestConfig?.elt ?? event.detail.elt;
  const isPad = (event) => asked(event)?.matches?.("form[data-pad]") ?? false;

  const store = {
    get: () => { try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; } },
    set: (value) => { try { sessionStorage.setItem(KEY, JSON.stringify(value)); } catch { /* private mode: kept on the page alone */ } },
    clear: () => { try { sessionStorage.removeItem(KEY); } catch { /* as above */ } },
  };

  const typed = (form) => [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");

  function fill(form, entries) {
    const wanted = new Map(entries);
    for (const control of form.elements) {
      if (!control.name || control.name === "csrfmiddlewaretoken" || control.type === "submit") continue;
      if (control.type === "radio" || control.type === "checkbox") control.checked = wanted.get(control.name) === control.value;
      else if (wanted.has(control.name)) control.value = wanted.get(control.name);
    }
  }

  // Random without crypto.randomUUID, which plain http in a hall does not have.
  function newNumber() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  function lock(form, locked) {
    const rows = form.querySelector(".rows");
    if (rows) rows.inert = locked;
    form.classList.toggle("waiting", locked);
  }

  function say(form) {
    const box = form.querySelector("#unsent");
    if (!box) return;
    box.textContent = "";
    const words = document.createElement("p");
    const strong = document.createElement("strong");
    strong.textContent = "Not sent yet.";
    words.append(strong, " It is kept on this phone and sent again by itself until it gets through. Leave this page open.");
    const change = document.createElement("button");
    change.type = "button";
    change.className = "link";
    change.textContent = "Change it instead";
    change.addEventListener("click", () => release(form));
    box.append(words, change);
    box.hidden = false;
  }

  // Whoever changes a hand that may have arrived after all sends another one: it gets its own number, and the ledger's
  // sequence tells whether the first one did arrive.
  function release(form) {
    clearTimeout(timer);
    store.clear();
    form.elements.namedItem("client_id").value = newNumber();
    form.querySelector("#unsent").hidden = true;
    lock(form, false);
  }

  function failed(form) {
    lock(form, true);
    say(form);
    clearTimeout(timer);
    timer = setTimeout(resend, wait);
    wait = Math.min(wait * 1.5, LONGEST);
  }

  function resend() {
    clearTimeout(timer);
    const form = pad();
    if (form && store.get()) form.requestSubmit(form.querySelector("button.main"));
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isPad(event)) return;
    store.set({ form: typed(asked(event)) });
    lock(asked(event), true);
  });

  // An answer of the server, good or bad, ends the waiting; what it refused stands in the form it sent back.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isPad(event)) return;
    const status = event.detail.xhr?.status ?? 0;
    if (status === 0 || status >= 500 || status === 429) failed(asked(event));
    else if (status !== 401 && status !== 403) {
      clearTimeout(timer);
      wait = FIRST;
      store.clear();
    } else lock(asked(event), false);
  });

  addEventListener("online", resend);

  document.addEventListener("DOMContentLoaded", () => {
    const form = pad();
    const kept = store.get();
    if (!form || !kept) return;
    fill(form, kept.form);
    lock(form, true);
    say(form);
    timer = setTimeout(resend, 300);
  });
})();
