// Undo and redo of positions as a tree: what was tried before stays, and "what if" has a name there.

import { fragmentOf } from "../../address.js";
import { h } from "../../dom.js";
import { t } from "../../language.js";
import { cellName } from "../../model/position.js";

export class Variations {
  constructor() { this.here = null; }

  /** Go on to a position: where it was tried before, to that one. `name` says what was supposed. */
  push(position, name = "") {
    const known = this.here?.next.find((node) => node.position.line === position.line);
    const node = known ?? { position, name, before: this.here, next: [] };
    if (!known) this.here?.next.push(node);
    this.enter(node);
  }

  /** Be at a position of the tree; redo leads back the way one came. */
  enter(node) {
    this.here = node;
    for (let each = node; each.before; each = each.before) each.before.last = each;
    return node.position;
  }

  get canUndo() { return Boolean(this.here?.before); }
  get canRedo() { return Boolean(this.here?.last); }
  undo() { return this.canUndo ? this.enter(this.here.before) : null; }
  redo() { return this.canRedo ? (this.here = this.here.last).position : null; }

  /** What is supposed here and what else was, as links; nothing where nothing was supposed. */
  links(optionsFor, go) {
    const path = [];
    for (let each = this.here; each; each = each.before) if (each.name || !each.before) path.unshift(each);
    const base = this.here.name ? this.here.before : this.here;
    const others = base.next.filter((node) => node.name && node !== this.here);
    if (path.length < 2 && !others.length) return [];
    const link = (node) => h("a", {
      href: fragmentOf("analyse", node.position.line, optionsFor(node.position)), "aria-current": node === this.here ? "step" : null,
      onclick: (event) => { event.preventDefault(); go(this.enter(node)); },
    }, node.name || t("Start"));
    const more = others.length ? [h("span", { class: "note" }, t("also:")), ...others.map(link)] : [];
    return [h("span", { class: "note" }, t("What if")), ...path.map(link), ...more];
  }
}

/** The name of a supposition: r2c11 = 2, or a mine. */
export function supposition(position, index, face) {
  const cell = cellName(position.cell(index));
  return face === "X" ? t("{cell} a mine", { cell }) : t("{cell} = {number}", { cell, number: face });
}
