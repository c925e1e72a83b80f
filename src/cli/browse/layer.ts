// cli/browse: what `cairn` alone shows on a terminal: lists of sessions, hits, proposals and the lines of the next block, each with
// a preview and a page of its own. A layer draws itself as lines and takes keys; only `screen.ts` writes to the terminal.
// It asks the memory what the commands ask it, and decides nothing that they do not.

/** Columns and lines of a terminal, or of a part of it. */
export interface Size {
  width: number;
  height: number;
}

/** A key: its name (`j`, `G`, `ctrl+d`, `enter`), and what it writes; '' for one that writes nothing. */
export interface Key {
  name: string;
  text: string;
}

/** What stands on the screen between the tabs and the last line. The topmost one takes the keys. */
export interface Layer {
  /** At most `height` lines of at most `width` columns. */
  draw(size: Size): readonly string[];
  /** Answers a key; false for one that means nothing here. */
  press(key: Key): boolean;
  /** What the last line says of its keys. */
  hints(): string;
  close?(): void;
}
