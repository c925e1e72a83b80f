import type { EventEmitter } from 'node:events';
import { writeSync } from 'node:fs';
import { emitKeypressEvents, type Key as KeyPress } from 'node:readline';

/** A key: its name (`j`, `G`, `ctrl+d`, `enter`, `pagedown`), and what it writes; '' for one that writes nothing. */
export interface ScreenKey {
  name: string;
  text: string;
}

/** What a screen shows, and who takes its keys. */
export interface ScreenHandlers {
  /** The lines of the whole screen, each at most `width` columns; only colours may be escape sequences in them. */
  draw(size: { width: number; height: number }): readonly string[];
  press(key: ScreenKey): void;
}

/** The terminal as one screen of a program, beside what it showed before. */
export interface Screen {
  /** Draws what changed, once for all that asked in the same turn. */
  redraw(): void;
  /** Gives the terminal back for the time of some work, then draws again. */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the terminal to put a text on the clipboard (OSC 52); many do. */
  copy(text: string): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Alternate screen, no cursor, no wrapping, pasted text marked; each is undone by `LEAVE`. */
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h';
const LEAVE = '\u001b[0m\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';
/** Milliseconds after which a lone Escape is one, and until a stop that nobody carried out is given up. */
const ESCAPE_MS = 30;
const STOP_MS = 200;
const STDOUT = 1;

/**
 * Takes the terminal of this process: stdin gives keys, stdout shows lines. It is given back when the program closes it, ends,
 * crashes or is stopped (ctrl-z), and taken again when it goes on.
 */
export function openScreen({ draw, press }: ScreenHandlers): Screen {
  const { stdin, stdout } = process;
  const painter = createPainter(draw);
  let [isIn, isClosed] = [false, false];
  const take = (): void => {
    if (isIn || isClosed) return;
    isIn = true;
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(ENTER);
    painter.begin();
  };
  const giveBack = (): void => {
    if (!isIn) return;
    isIn = false;
    painter.end();
    stdin.setRawMode(false);
    stdin.pause();
    // At once: this may be the last that the process does.
    writeSync(STDOUT, LEAVE);
  };
  const stop = (): void => {
    if (process.platform === 'win32') return;
    giveBack();
    process.off('SIGTSTP', stop);
    // The group, as the terminal itself does it: a shell waits for all of it.
    process.kill(0, 'SIGTSTP');
    setTimeout(() => {
      if (!isClosed) process.on('SIGTSTP', stop);
      take();
    }, STOP_MS);
  };
  const goOn = (): void => {
    isIn = false;
    take();
  };
  const read = createKeyReader((key) => (key.name === 'ctrl+z' ? stop : press)(key));
  // Outside, keys are another's.
  const onKey: typeof read = (text, key) => (isIn ? read(text, key) : undefined);
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MS } as never);
  const listeners = [
    [stdin, 'keypress', onKey],
    [stdout, 'resize', () => (isIn ? painter.begin() : undefined)],
    [process, 'SIGTSTP', stop],
    [process, 'SIGCONT', goOn],
    [process, 'exit', giveBack],
    [process, 'uncaughtExceptionMonitor', giveBack],
  ] as unknown as [EventEmitter, string, () => void][];
  for (const [source, event, listener] of listeners) source.on(event, listener);
  take();
  return {
    redraw: painter.redraw,
    async outside(work) {
      giveBack();
      try {
        return await work();
      } finally {
        take();
      }
    },
    copy: (text) => void stdout.write(`\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`),
    close() {
      giveBack();
      isClosed = true;
      for (const [source, event, listener] of listeners) source.off(event, listener);
    },
  };
}

/** Draws on stdout, between its beginning and its end, the lines that are not shown already. */
function createPainter(draw: ScreenHandlers['draw']) {
  const { stdout } = process;
  let [isOn, isAsked] = [false, false];
  let shown: readonly string[] = [];
  const paint = (): void => {
    isAsked = false;
    if (!isOn) return;
    // A terminal whose size nobody set says 0.
    const [width, height] = [stdout.columns || 80, stdout.rows || 24];
    const lines = draw({ width, height }).slice(0, height);
    const changes = Array.from({ length: Math.max(lines.length, shown.length) }, (_, at) =>
      lines[at] === shown[at] ? '' : `\u001b[${at + 1};1H\u001b[K${lines[at] ?? ''}\u001b[0m`,
    ).join('');
    shown = lines;
    if (changes !== '') stdout.write(changes);
  };
  return {
    /** Draws all lines on an empty screen. */
    begin(): void {
      isOn = true;
      shown = [];
      stdout.write('\u001b[2J');
      paint();
    },
    end(): void {
      isOn = false;
    },
    redraw(): void {
      if (!isAsked) setImmediate(paint);
      isAsked = true;
    },
  };
}

/** Names keys as `ScreenKey` has them; what is pasted comes as one key that only writes. */
function createKeyReader(press: (key: ScreenKey) => void): (text: string | undefined, key: KeyPress) => void {
  let pasted: string | undefined;
  return (text = '', { name, ctrl, meta, shift }) => {
    if (name === 'paste-start') pasted = '';
    else if (name === 'paste-end') {
      if (pasted !== undefined && pasted !== '') press({ name: 'paste', text: pasted });
      pasted = undefined;
    } else if (pasted !== undefined) pasted += text;
    else press({ name: nameOf({ text, name, ctrl, meta, shift }), text: isWriting(text, { ctrl, meta }) ? text : '' });
  };
}

function isWriting(text: string, { ctrl, meta }: KeyPress): boolean {
  return ctrl !== true && meta !== true && /^\P{Cc}+$/u.test(text);
}

function nameOf({ text, name = '', ctrl, meta, shift }: KeyPress & { text: string }): string {
  // Enter is a carriage return; the line feed of ctrl-j has the name of Enter.
  if (name === 'enter') return 'ctrl+j';
  if (name === 'return') return 'enter';
  if (ctrl === true) return `ctrl+${name}`;
  if (meta === true) return name === 'escape' ? 'escape' : `alt+${name}`;
  if (text === ' ') return 'space';
  if (/^\P{Cc}$/u.test(text)) return text;
  return shift === true ? `shift+${name}` : name;
}
