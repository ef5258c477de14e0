// Mouse and touch on a board: press, right press, long press, drag, hover.

const LONG = 380; // milliseconds after which a touch means the other button

/** Call the board's handlers; `at` returns the cell under an event, or null. */
export function listen(element, board, at) {
  const { on } = board;
  let began = null;
  let long = 0;

  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("pointerdown", (event) => {
    const index = at(event);
    if (index === null) return;
    began = { index, x: event.clientX, y: event.clientY, done: false, button: event.button };
    if (event.pointerType !== "touch") on.down?.(index, event);
    if (event.pointerType === "touch") long = setTimeout(() => finish(index, 2), LONG);
  });
  element.addEventListener("pointermove", (event) => {
    const index = at(event);
    if (began && event.pointerType === "touch" && Math.hypot(event.clientX - began.x, event.clientY - began.y) > 10) cancel();
    else if (began && index !== null && event.buttons && event.pointerType !== "touch") on.drag?.(began.index, index);
    if (event.pointerType === "mouse" && !event.buttons) on.hover?.(index);
  });
  element.addEventListener("pointerleave", () => on.hover?.(null));
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerup", (event) => {
    clearTimeout(long);
    if (!began || began.done) { began = null; return; }
    const index = at(event);
    const { button } = began;
    if (index === began.index) finish(index, button, event);
    began = null;
  });

  function finish(index, button, event) {
    if (began) began.done = true;
    board.go(index);
    on.press?.(index, button, event);
    if (button === 2 && !event) navigator.vibrate?.(15);
  }

  function cancel() {
    clearTimeout(long);
    if (began) began.done = true;
  }
}
