// Where the page's files lie, also where its scripts are one file.

/** The folder that holds js, engine and python. */
export const STATIC = new URL("../", import.meta.url);
