import type { Item } from '../../core/model/item.ts';
import type { Author, ItemKind, ObservationKind } from '../../core/model/kinds.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { oneLine } from '../../core/text/text.ts';

const WHOSE: Readonly<Record<Author, string>> = {
  person: "a person's",
  agent: "an agent's",
  tool: "a tool's",
  repo: "the repository's",
  web: "the web's",
  member: "a team member's",
};
const KINDS: Readonly<Record<Exclude<ItemKind, 'observation' | 'knowledge'>, string>> = {
  prompt: 'prompt',
  message: 'message',
  summary: 'summary of a session',
  checkpoint: 'checkpoint of a session',
  topic: 'topic of a session',
  snippet: 'piece of code',
  commit: 'commit',
  pattern: 'pattern over sessions',
};
const OBSERVED: Readonly<Record<ObservationKind, string>> = {
  'file-read': 'a file that was read',
  'file-write': 'a change of a file',
  command: 'a command',
  research: 'something looked up',
  delegation: 'a task for a subagent',
  'tool-use': 'the use of a tool',
  note: 'a note',
};

/** The kind of an item in a few words: `a person's prompt`, `a failed command`. */
export function kindWords({ kind, author, detail }: Item): string {
  if (kind === 'observation') {
    const failed = detail.observation === 'command' && detail.success === false;
    return failed ? 'a failed command' : OBSERVED[detail.observation ?? 'tool-use'];
  }
  const whose =
    detail.shared === undefined ? WHOSE[author] : `the team member ${oneLine(safeText(detail.shared.member))}'s`;
  if (kind === 'knowledge') return `${whose} ${detail.knowledge ?? 'statement'}`;
  return kind === 'prompt' || kind === 'message' ? `${WHOSE[author]} ${KINDS[kind]}` : `a ${KINDS[kind]}`;
}
