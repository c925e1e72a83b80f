import { baseName } from '../../core/text/text.ts';
import type { Screen, ScreenHandlers } from '../../platform/process/screen.ts';
import { joined, plain } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { BrowserScope, BrowserStart } from './asked.ts';
import { type BrowserEnd, browserKeys } from './browser-keys.ts';
import { describeFilters } from './filters.ts';
import { drawFrame } from './frame.ts';
import type { Key } from './layer.ts';
import { createLineInput, type LineInput } from './line-input.ts';
import { createLists, NEXT, SEARCH } from './lists.ts';
import { createTabs, type Tabs } from './tabs.ts';

/** The browser as what a screen shows and whom it gives its keys. */
interface Browser extends ScreenHandlers {
  /** Ids that were copied. */
  readonly copied: ReadonlySet<string>;
  /** Begins to read, and draws on this screen from now on. */
  appearOn(screen: Screen): void;
  close(): void;
}

/** Keys that move in the list while a question is typed. */
const WHILE_TYPING = new Set(['down', 'up', 'ctrl+n', 'ctrl+p', 'ctrl+j', 'ctrl+k', 'pagedown', 'pageup']);

/** What is shown besides lists: the question while it is typed, and what the last line says. */
interface Typing {
  question: LineInput;
  isTyping: boolean;
  said: string;
}

/** Browses the memory on this terminal until the person leaves; returns the exit code. */
export async function browse(start: BrowserStart, context: CliContext): Promise<number> {
  const { io, out, openScreen, runHere } = context;
  const ended = Promise.withResolvers<BrowserEnd>();
  const browser = createBrowser(start, context, ended.resolve);
  const screen = await openScreen(browser);
  browser.appearOn(screen);
  const stop = (): void => ended.resolve({ code: EXIT.cancelled });
  io.signal.addEventListener('abort', stop, { once: true });
  if (io.signal.aborted) stop();
  const { code, run } = await ended.promise;
  screen.close();
  browser.close();
  for (const id of browser.copied) out.print(id);
  if (run === undefined) return code;
  out.say(`In ${plain(run.cwd)}: ${plain(run.command)}`);
  return runHere(run.words, run.cwd);
}

/** Builds it; `leave` is called once the person leaves. */
function createBrowser(start: BrowserStart, context: CliContext, leave: (end: BrowserEnd) => void): Browser {
  const { asked } = start;
  const copied = new Set<string>();
  const now: Typing = { question: createLineInput(), isTyping: false, said: '' };
  let screen: Screen | undefined;
  const changed = (): void => screen?.redraw();
  const say = (text: string): void => {
    now.said = text;
    changed();
  };
  const outside: Screen['outside'] = (work) => (screen === undefined ? work() : screen.outside(work));
  const { lists, agents } = createLists({
    ...start,
    context,
    changed,
    say,
    outside,
    open: (layer) => tabs.open(layer),
  });
  const tabs: Tabs = createTabs(lists, changed);
  const copy = (id: string): void => {
    copied.add(id);
    screen?.copy(id);
    say(`${id} is on the clipboard, where the terminal allows it; it is printed when you leave, too.`);
  };
  const search = (): void => {
    tabs.show(SEARCH);
    now.isTyping = true;
  };
  const keys = browserKeys({ ...start, context, tabs, agents, changed, say, copy, search, leave });
  return {
    copied,
    draw: (size) => drawFrame(frameOf({ tabs, asked, now, context }), size, context.out.colors),
    press(key) {
      now.said = '';
      changed();
      if (key.name === 'ctrl+c') leave({ code: EXIT.ok });
      else if (now.isTyping && tabs.top === tabs.shown) type(key, { tabs, asked, now });
      else if (!tabs.top.press(key)) keys[key.name]?.();
    },
    appearOn(on) {
      screen = on;
      tabs.shown.show();
    },
    close() {
      screen = undefined;
      for (const list of lists) list.close?.();
    },
  };
}

/** Takes a key of a question: it is searched as it is typed. */
function type(key: Key, { tabs, asked, now }: { tabs: Tabs; asked: BrowserScope; now: Typing }): void {
  const { name } = key;
  if (name === 'escape' || name === 'enter' || name === 'tab') now.isTyping = false;
  if (name === 'tab') tabs.step(1);
  else if (name === 'enter' || WHILE_TYPING.has(name)) tabs.shown.press(key);
  else if (name !== 'escape' && now.question.press(key)) {
    asked.query = now.question.text;
    tabs.shown.reload();
  }
}

function frameOf({ tabs, asked, now, context }: { tabs: Tabs; asked: BrowserScope; now: Typing; context: CliContext }) {
  const { colors } = context.out;
  const { shown, top, lists } = tabs;
  const { question, isTyping, said } = now;
  const isSearch = shown === lists[SEARCH];
  const words = isTyping ? question.shown(cursorOf(context)) : question.text;
  const filters = describeFilters(asked, shown.narrows);
  const hints = isTyping
    ? 'type to search  arrows move  enter open  esc done'
    : top === shown
      ? `${top.hints()}  ? keys  q quit`
      : top.hints();
  return {
    tabs: lists.map((list) => ({ title: list.title, short: list.short, isShown: list === shown })),
    scope: asked.everywhere && shown !== lists[NEXT] ? 'all projects' : `in ${plain(baseName(asked.here))}`,
    asked: joined([isSearch && `/ ${words}`, colors.dim(joined([filters, shown.note()], '   '))], '   '),
    said: said === '' ? colors.dim(hints) : said,
    state: shown.state(),
    body: top.draw,
  };
}

/** How the place in a question is marked, also without colours. */
function cursorOf({ out: { colors } }: CliContext): (char: string) => string {
  return (char) => (colors.isColorSupported ? colors.inverse(char) : `|${char}`);
}
