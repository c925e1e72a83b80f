import type { Entry, MemoryRecord } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import { CairnError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { plain } from '../render/show.ts';
import { placeLines, showEntries, showMore } from '../render/show-entry.ts';
import { sessionPage } from '../render/show-session.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Colors, Output } from '../terminal/output.ts';

const LISTED = 20;
const OPTIONS = callOptions(CALLS.list.input, {
  project: 'only this project: a path in it, its name or id; default all',
  agent: 'only this agent',
  since: 'not before this time: ISO 8601, or 7d or 12h ago',
  until: 'not after this time',
  limit: `how many, 1 to ${LIMITS.hitsMax}; default ${LISTED}`,
  cursor: 'go on where the page before ended',
});

/** `cairn sessions [show] [ID]` */
export const sessionsCommand: CommandSpec = {
  name: 'sessions',
  summary: 'list the sessions of your agents, show what one of them came to, or what it left in memory',
  details:
    'The newest first. With the id of a session, or of anything that belongs to it: where it stands and its memories; with "show" before the id its summary: what was asked, done, learned, decided and left open, how it came out and by what evidence, and the code worth keeping. Exits with 1 when the id is unknown.\n\nExamples:\n  cairn sessions --project . --since 7d\n  cairn sessions s_abcdefghijklmnop\n  cairn sessions show s_abcdefghijklmnop',
  arguments: [
    { name: 'id', help: 'a session, or "show"' },
    { name: 'session', help: 'the session to show' },
  ],
  options: [...OPTIONS.options, { flags: '--json', help: 'print JSON' }],
  async run(input, context) {
    const { io, out, json } = context;
    const [id, shown] = input.args;
    if (id === 'show') return showSession(shown, context);
    const memory = context.openMemory({ person: false });
    const filter = { limit: LISTED, ...OPTIONS.read(input, io) };
    if (id === undefined) {
      const result = await memory.list({ kinds: ['session'], ...filter }, { signal: io.signal });
      if (json) out.json(result);
      else showSessions(result.entries, out);
      if (!json) showMore(result.nextCursor, out);
      return EXIT.ok;
    }
    const { records, missing } = await memory.get([id], { signal: io.signal });
    const [session] = records;
    const result =
      session === undefined
        ? { entries: [], tokens: 0 }
        : await memory.list({ ...filter, session: id }, { signal: io.signal });
    if (json) out.json({ session: session ?? null, missing, ...result });
    else if (session === undefined) out.say(`Unknown: ${plain(id)}`);
    else {
      out.print(`${head(session, out.colors)}\n`);
      showEntries(result.entries, out);
      showMore(result.nextCursor, out);
    }
    return session === undefined ? EXIT.failed : EXIT.ok;
  },
};

async function showSession(id: string | undefined, { io, out, json, openMemory }: CliContext): Promise<number> {
  if (id === undefined)
    throw new CairnError('invalid_input', 'Which session is to be shown?', {
      fix: 'cairn sessions show ID; cairn sessions lists them',
    });
  const session = await openMemory({ person: false }).session(id, { signal: io.signal });
  if (json) out.json(session);
  else {
    out.print(sessionPage(session, { colors: out.colors, columns: io.stdout.columns }));
    if (session.summary === undefined) out.say('It has no summary: it said and did nothing, or was not derived yet.');
  }
  return EXIT.ok;
}

function showSessions(entries: readonly Entry[], out: Output): void {
  if (entries.length === 0) out.say('There are no such sessions. Past sessions of your agents: cairn import');
  else out.print(entries.map((entry) => placeLines(entry, out.colors)).join('\n'));
}

function head({ id, at, agent, title, text }: MemoryRecord, colors: Colors): string {
  const lines = [
    `${colors.cyan(id)} ${colors.bold(plain(title))}`,
    colors.dim(`${agent ?? ''} ${formatMinute(at)}`.trim()),
  ];
  const said = safeText(text).trim();
  return [...lines, ...(said === '' ? [] : ['', said])].join('\n');
}
