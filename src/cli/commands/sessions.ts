import type { ListResult, MemoryRecord } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { plain } from '../render/show.ts';
import { showEntries, showMore, showPlaces } from '../render/show-entry.ts';
import { sessionPage } from '../render/show-session.ts';
import { callOptions, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { usage } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';

const LISTED = 20;
const NOTHING: ListResult = { entries: [], tokens: 0 };
const OPTIONS = callOptions(CALLS.list.input, {
  project: 'only this project: a path in it, its name or id; default all',
  agent: 'only this agent',
  since: 'not before this time: ISO 8601, or 7d or 12h ago',
  until: 'not after this time',
  ...pageShown(LISTED),
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
  options: OPTIONS.options,
  async run(input, context) {
    const { io, out, json } = context;
    const [id, shown] = input.args;
    if (id === 'show') return showSession(shown, context);
    const memory = context.openMemory({ person: false });
    const filter = { limit: LISTED, ...OPTIONS.read(input, io) };
    if (id === undefined) {
      const result = await memory.list({ kinds: ['session'], ...filter }, { signal: io.signal });
      out.result(result, () =>
        showPlaces(result, 'There are no such sessions. Past sessions of your agents: cairn import', out),
      );
      return EXIT.ok;
    }
    const { records, missing } = await memory.get([id], { signal: io.signal });
    const [session] = records;
    const result =
      session === undefined ? NOTHING : await memory.list({ ...filter, session: id }, { signal: io.signal });
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

async function showSession(id: string | undefined, { io, out, openMemory }: CliContext): Promise<number> {
  if (id === undefined)
    throw usage('Which session is to be shown?', 'cairn sessions show ID; cairn sessions lists them');
  const session = await openMemory({ person: false }).session(id, { signal: io.signal });
  out.result(session, ({ summary }) => {
    out.print(sessionPage(session, { colors: out.colors, columns: io.stdout.columns }));
    if (summary === undefined) out.say('It has no summary: it said and did nothing, or was not derived yet.');
  });
  return EXIT.ok;
}

function head({ id, at, agent, title, text }: MemoryRecord, colors: Colors): string {
  const lines = [
    `${colors.cyan(id)} ${colors.bold(plain(title))}`,
    colors.dim(`${agent ?? ''} ${formatMinute(at)}`.trim()),
  ];
  const said = safeText(text).trim();
  return [...lines, ...(said === '' ? [] : ['', said])].join('\n');
}
