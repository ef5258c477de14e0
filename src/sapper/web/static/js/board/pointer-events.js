// Mouse and touch on a board: press, right press, long press, both buttons, drag, hover.

const LONG = 380; // milliseconds after which a touch means the other button
const [LEFT, RIGHT, MIDDLE] = [1, 2, 4]; // bits of `buttons`

/** Call the board's handlers; `at` returns the cell under an event, or null. */
export function listen(element, board, at) {
  const { on } = board;
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("pointerleave", (event) => { if (!isTouch(event)) board.hover(null); });
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !event.buttons) board.hover(at(event));
  });
  listenToTouch(element, board, at);
  if (on.chord) listenToPlayer(element, board, at);
  else listenToEditor(element, board, at);
}

const isTouch = (event) => event.pointerType === "touch";

function listenToTouch(element, board, at) {
  let began = null;
  let long = 0;
  const cancel = () => { clearTimeout(long); began = null; board.press(); };
  const finish = (index, button) => {
    cancel();
    board.hovered = null;
    board.go(index);
    board.on.press?.(index, button);
  };

  element.addEventListener("pointerdown", (event) => {
    const index = isTouch(event) ? at(event) : null;
    cancel();
    if (index === null || !event.isPrimary) return;
    began = { index, x: event.clientX, y: event.clientY };
    board.on.preview?.(index, false);
    long = setTimeout(() => { finish(index, 2); navigator.vibrate?.(15); }, LONG);
  });
  element.addEventListener("pointermove", (event) => {
    if (began && isTouch(event) && Math.hypot(event.clientX - began.x, event.clientY - began.y) > 10) cancel();
  });
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerup", (event) => {
    if (began && isTouch(event)) {
      if (at(event) === began.index) finish(began.index, 0);
      else cancel();
    }
  });
}

/** Editing: a press is complete when the button comes up on the same cell; drags are reported. */
function listenToEditor(element, board, at) {
  const { on } = board;
  let began = null;
  element.addEventListener("pointerdown", (event) => {
    const index = at(event);
    if (isTouch(event) || index === null) return;
    began = { index, button: event.button };
    on.down?.(index, event.button);
  });
  element.addEventListener("pointermove", (event) => {
    const index = at(event);
    if (began && index !== null && event.buttons && !isTouch(event)) on.drag?.(index);
  });
  element.addEventListener("pointerup", (event) => {
    if (!began || isTouch(event)) return;
    const { index, button } = began;
    began = null;
    if (at(event) !== index) return;
    board.go(index);
    on.press?.(index, button);
  });
}

/**
 * Playing, with the habits of the classic game: the left button acts when it comes up on the cell
 * where it went down, so one can drag to look; the right one acts at once; both, in any order, or
 * the middle one chord when the first of them comes up on the cell where the last went down.
 */
function listenToPlayer(element, board, at) {
  const { on } = board;
  let held = 0;
  let gesture = null; // {kind: left, right, chord or done, index}

  const show = (index) => {
    const isHeld = gesture && gesture.kind !== "done" && gesture.kind !== "right" && index !== null;
    on.preview?.(isHeld ? index : null, gesture?.kind === "chord");
  };

  function down(index, event) {
    const isChord = held === MIDDLE || (held & (LEFT | RIGHT)) === (LEFT | RIGHT);
    const kind = isChord ? "chord" : held === LEFT ? "left" : held === RIGHT ? "right" : "done";
    gesture = { kind, index };
    if (index === null) return;
    if (kind === "right") {
      board.go(index);
      on.press(index, 2, event);
    }
    show(index);
  }

  function up(index, event) {
    const { kind, index: begun } = gesture ?? { kind: "done" };
    gesture = held && gesture ? { kind: kind === "chord" ? "done" : kind, index: begun } : null;
    show(null);
    if (index === null || index !== begun || (kind !== "left" && kind !== "chord")) return;
    board.go(index);
    if (kind === "chord") on.chord(index, event);
    else on.press(index, 0, event);
  }

  /** Buttons that go down or up while another is held are reported as moves. */
  function track(event) {
    if (isTouch(event)) return;
    if (event.type === "pointerdown") window.addEventListener("pointerup", endOutside, { once: true });
    const before = held;
    const index = at(event);
    held = event.buttons;
    if (held & ~before) down(index, event);
    else if (before & ~held) up(index, event);
    else if (gesture) show(index);
  }

  for (const name of ["pointerdown", "pointermove", "pointerup"]) element.addEventListener(name, track);
  element.addEventListener("mousedown", (event) => { if (event.button === 1) event.preventDefault(); });

  function endOutside(event) {
    if (element.contains(event.target)) return;
    [held, gesture] = [0, null];
    board.press();
  }
}
