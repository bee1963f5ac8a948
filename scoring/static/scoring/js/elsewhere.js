// Another phone recorded at this table: the board here follows. A pad that nobody has touched follows with it; what is
// tapped already stays, with the sequence that it was tapped for, so that the ledger still asks before it chalks.
(() => {
  let newest = 0;
  let shown = 0;
  let asking = false;

  const table = () => document.getElementById("table");
  const pad = () => document.querySelector("form[data-pad]");
  const here = () => Math.max(shown, Number(table()?.dataset.sequence ?? 0));
  // A hand on its way: its own answer brings the board.
  const sending = () => pad()?.classList.contains("waiting") ?? false;

  function touched() {
    const form = pad();
    if (!form) return false;
    if (!("fresh" in form.dataset)) return true;
    return [...form.elements].some((control) => {
      if (control.type === "radio" || control.type === "checkbox") return control.checked !== control.defaultChecked;
      return control.type !== "hidden" && "defaultValue" in control && control.value !== control.defaultValue;
    });
  }

  async function look() {
    if (asking || sending() || !table() || newest <= here()) return;
    asking = true;
    const wanted = newest;
    try {
      const answer = await fetch(table().dataset.url, { headers: { "HX-Request": "true" }, cache: "no-store", redirect: "error" });
      if (!answer.ok) return;
      const came = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
      // While it came, a hand may have been sent from here after all; then its answer is the newer one.
      if (came && !sending() && wanted > here()) follow(came, wanted);
    } catch {
      // No line: the ledger itself says so when the next hand is sent.
    } finally {
      asking = false;
      if (newest > wanted) look();
    }
  }

  function follow(came, sequence) {
    if (touched()) {
      for (const part of [".board", ".hands"]) {
        const [old, fresh] = [table().querySelector(part), came.querySelector(part)];
        if (old && fresh) old.replaceWith(fresh);
      }
      shown = sequence;
    } else {
      table().replaceWith(came);
      htmx.process(came);
    }
    const note = document.getElementById("elsewhere");
    if (note) note.hidden = false;
  }

  document.addEventListener("board:moved", (event) => {
    if (String(event.detail.table) !== table()?.dataset.table) return;
    newest = Math.max(newest, event.detail.sequence);
    look();
  });
  document.addEventListener("htmx:afterRequest", () => setTimeout(look));
})();
