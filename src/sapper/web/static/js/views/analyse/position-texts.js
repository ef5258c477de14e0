// Positions as text in the view Analyse: pasted, or typed into a dialog.

import { ask } from "../../asking/ask.js";
import { $, toast } from "../../dom.js";
import { messageOf } from "../../errors.js";
import { t } from "../../language.js";
import { Position } from "../../model/position.js";

export class PositionTexts {
  constructor(editor) {
    this.editor = editor;
    document.addEventListener("paste", (event) => this.paste(event));
    $("#edit-paste").addEventListener("click", () => this.ask());
  }

  isForBoard(event) {
    return !this.editor.root.hidden && !event.target.closest?.("input, textarea, select, dialog") && String(getSelection()) === "";
  }

  async paste(event) {
    const text = event.clipboardData.getData("text/plain");
    if (!this.isForBoard(event) || !text.trim()) return;
    event.preventDefault();
    const wrong = await this.read(text);
    if (wrong) toast(wrong, "bad");
  }

  /** Replace the position by one in any format that the library reads; return what is wrong. */
  async read(text) {
    try {
      const answer = await ask("read", { position: text });
      this.editor.edit(Position.parse(answer.position));
      toast([t("Position read"), ...answer.notes].join("; "));
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }

  ask() {
    const dialog = $("#paste");
    const form = $("form", dialog);
    $("#paste-error").textContent = "";
    form.onsubmit = async (event) => {
      if (event.submitter?.value !== "yes") return;
      event.preventDefault();
      const wrong = await this.read(form.text.value);
      if (wrong) $("#paste-error").textContent = wrong;
      else { form.text.value = ""; dialog.close(); }
    };
    dialog.showModal();
  }
}
