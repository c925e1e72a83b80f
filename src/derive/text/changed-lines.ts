/** A change as `+` and `-` lines, and the number of each. */
export interface ChangedLines {
  text: string;
  added: number;
  removed: number;
}

const MAX_CHARS = 20_000;

/** Lines that differ between two texts: those between the common head and tail, added before removed. */
export function changedLines(before: string, after: string): ChangedLines {
  const old = linesOf(before);
  const now = linesOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const text = [...added.map((line) => `+${line}`), ...removed.map((line) => `-${line}`)].join('\n');
  return { text, added: added.length, removed: removed.length };
}

/** A patch: its changed and deleted files, and its added and removed lines. */
export interface PatchReading extends ChangedLines {
  changed: string[];
  deleted: string[];
}

/** Reads a patch in the form of `apply_patch` or of `diff -u`. */
export function readPatch(patch: string): PatchReading {
  const reading: PatchReading = { text: '', added: 0, removed: 0, changed: [], deleted: [] };
  const lines: string[] = [];
  for (const line of patch.slice(0, MAX_CHARS * 5).split('\n')) {
    const file = /^(?:\*\*\* (Add|Update|Delete) File: |\*\*\* (Move) to: |\+\+\+ (?:b\/)?)(.{1,400})$/.exec(line);
    if (file !== null) {
      const path = (file[3] ?? '').replace(/\t.*$/, '').trim();
      if (path !== '/dev/null' && path !== '') reading[file[1] === 'Delete' ? 'deleted' : 'changed'].push(path);
    } else if (/^[+-](?![+-]{2} )/.test(line)) {
      if (line.startsWith('+')) reading.added += 1;
      else reading.removed += 1;
      lines.push(line);
    }
  }
  return { ...reading, text: lines.join('\n'), changed: [...new Set(reading.changed)] };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.slice(0, MAX_CHARS).replace(/\n$/, '').split('\n');
}
