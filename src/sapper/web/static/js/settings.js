// What the page remembers of a visitor's choices, in this browser only.

const KEY = "sapper.settings";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {}; // nothing kept, or no right to keep anything
  }
}

/** The value that was kept under a name, or the fallback. */
export function setting(name, fallback = null) {
  const kept = read()[name];
  return kept === undefined ? fallback : kept;
}

export function keepSetting(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }));
  } catch { /* the choice holds for this visit */ }
}

/** Give a form element the value that it had at the last visit, and remember every change of it. */
export function rememberInput(input, name) {
  const isSwitch = input.type === "checkbox";
  const kept = setting(name);
  if (isSwitch && typeof kept === "boolean") input.checked = kept;
  if (!isSwitch && typeof kept === "string") give(input, kept);
  input.addEventListener("change", () => keepSetting(name, isSwitch ? input.checked : input.value));
}

function give(input, value) {
  const isChoice = input.tagName === "SELECT";
  if (!isChoice || [...input.options].some((option) => option.value === value)) input.value = value;
}
