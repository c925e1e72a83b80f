import type { Memory } from '../../api/contract.ts';
import { plain } from '../render/show.ts';
import type { CliContext } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { BrowserScope } from './asked.ts';
import { type Choice, createChoices } from './choices.ts';
import { filterChoices } from './filters.ts';
import { keySheet } from './keys.ts';
import { createReader } from './reader.ts';
import { type SessionCommand, sessionCommand } from './resume-session.ts';
import { tell } from './say.ts';
import type { Tabs } from './tabs.ts';

/** How a person left: with an exit code, or with an agent's command to run. */
export interface BrowserEnd {
  code: number;
  run?: SessionCommand;
}

/** What the keys act on. */
export interface KeyParts {
  context: CliContext;
  memory: Memory;
  asked: BrowserScope;
  tabs: Tabs;
  /** Agents that were seen in lists. */
  agents: ReadonlySet<string>;
  changed: () => void;
  say: (text: string) => void;
  copy: (id: string) => void;
  /** Shows the search and takes what is typed as its question. */
  search: () => void;
  leave: (end: BrowserEnd) => void;
}

/** What each key means that means the same in every list. */
export function browserKeys(parts: KeyParts): Readonly<Record<string, () => void>> {
  const { context, asked, tabs, say, copy, search, leave, changed } = parts;
  const { colors } = context.out;
  const quit = (): void => leave({ code: EXIT.ok });
  return {
    ...Object.fromEntries(tabs.lists.map((_, at) => [String(at + 1), () => tabs.show(at)])),
    tab: () => tabs.step(1),
    'shift+tab': () => tabs.step(-1),
    '/': search,
    a() {
      asked.everywhere = !asked.everywhere;
      tabs.readAgain();
    },
    f: () => filter(parts),
    y() {
      const id = tabs.shown.id();
      if (id !== undefined) copy(id);
    },
    r: () => void tell(resume(parts), say),
    R: () => tabs.readAgain(),
    '?': () =>
      tabs.open((close) =>
        createReader({ parts: keySheet(colors), changed, leave: close, hints: 'j k scroll  q back' }),
      ),
    q: quit,
    escape: quit,
  };
}

function filter({ asked, tabs, agents, say, ...parts }: KeyParts): void {
  const { narrows } = tabs.shown;
  if (narrows.length === 0) say('This list has no filters.');
  else {
    const choices = filterChoices(asked, { narrows, agents: [...agents].sort(), done: () => tabs.readAgain() });
    offer(['Filters'], choices, { ...parts, tabs });
  }
}

/** Offers to run the agent's command for the session of what is selected. */
async function resume(parts: KeyParts): Promise<string> {
  const { context, memory, tabs, leave } = parts;
  const id = tabs.shown.id();
  if (id === undefined) return '';
  const run = await sessionCommand(memory, id, context.io.signal);
  const title = ['Continue this session in its agent?', '', `  ${plain(run.command)}`, `  in ${plain(run.cwd)}`];
  const choices = [
    { label: 'Run it', isOn: false, choose: () => leave({ code: EXIT.ok, run }) },
    { label: 'Stay here', isOn: false, choose: () => undefined },
  ];
  offer(title, choices, parts);
  return '';
}

function offer(
  title: readonly string[],
  choices: readonly Choice[],
  { context, tabs, changed }: Pick<KeyParts, 'context' | 'tabs' | 'changed'>,
): void {
  const { colors } = context.out;
  const hints = 'j k move  enter choose  q back';
  tabs.open((close) => createChoices({ title, choices, hints }, { colors, changed, leave: close }));
}
