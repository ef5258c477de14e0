// What an answer may fail with.

import { ExpectedError } from "../errors.js";
import { t } from "../language.js";

/** An error that the answer says: its `kind`, and `where` in the question it is. */
export class AskError extends ExpectedError {
  constructor({ error, kind = null, where = null }) {
    super(error);
    Object.assign(this, { kind, where });
  }
}

/** The question got no answer; the game goes on without it. */
export class EngineDown extends ExpectedError {
  constructor(text = t("the engine does not answer; you can go on playing")) {
    super(text);
    this.isDown = true;
  }
}

/** Nothing will answer in this browser. */
export const cannotRun = () => new AskError({
  error: t("Python cannot run here: this browser has no WebAssembly or too little memory, or files of the page are missing or old. You can play, without help."),
});
