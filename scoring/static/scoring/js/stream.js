// Open boards by push: the server says that a table moved, never how. The page hears of it as events on the document:
// board:open and board:closed when the stream begins and ends, board:moved when a table did. Whatever goes wrong with
// the stream, pages go on as if there were none.
(() => {
  const url = document.currentScript?.dataset.stream;
  if (!url || !window.EventSource) return;

  const FIRST = 3000;
  const LONGEST = 120000;
  let source = null;
  let wait = FIRST;
  let timer = 0;
  let done = false;

  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
    if (document.documentElement.dataset.stream !== "open") return;
    document.documentElement.dataset.stream = "closed";
    tell("board:closed");
  }

  function open() {
    close();
    // A phone in the pocket needs no line of its own: it gets one, and the news, when it is looked at again.
    if (done || document.hidden) return;
    source = new EventSource(url);
    source.addEventListener("open", () => {
      wait = FIRST;
      document.documentElement.dataset.stream = "open";
      tell("board:open");
    });
    source.addEventListener("board", (event) => {
      let said = null;
      try { said = JSON.parse(event.data); } catch { return; }
      tell("board:moved", said);
    });
    // Not all at once: a server that starts anew has all phones of the hall before it.
    source.addEventListener("error", () => {
      close();
      timer = setTimeout(open, wait * (1 + Math.random()));
      wait = Math.min(wait * 2, LONGEST);
    });
  }

  document.addEventListener("visibilitychange", open);
  document.addEventListener("board:done", () => { done = true; close(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  // The other scripts are to hear the first word too.
  document.addEventListener("DOMContentLoaded", open);
})();
