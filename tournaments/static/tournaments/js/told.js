// A page that answers in place stays where it was scrolled to. What was refused is brought into view, with the field
// that is wrong in hand; what was done is told by a line that stays in sight.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig?.verb !== "post") return;
  const main = document.getElementById("main");
  const wrong = main?.querySelector(".field.wrong, .wrong, .errorlist, [role='alert']");
  if (!wrong) return;
  const { top, bottom } = wrong.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) wrong.scrollIntoView({ block: "center" });
  wrong.querySelector("input:not([type='hidden']), select, textarea")?.focus({ preventScroll: true });
});
