import type { Entry, ListResult, MemoryRecord } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import type { Memory } from '../../api/contract.ts';
import type { ListInput } from '../../api/requests.ts';
import { asString } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { sum } from '../../core/sum.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { plain } from '../render/show.ts';
import { showEntries, showMore } from '../render/show-entry.ts';
import { showSessions } from '../render/show-places.ts';
import { sessionPage } from '../render/show-session.ts';
import { callOptions, PROJECT_SHOWN, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { didYouMean } from '../terminal/nearest-word.ts';
import { flagOption, listOption, textOption, usage } from '../terminal/options.ts';
import type { Shown } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { projectNames } from '../terminal/project-names.ts';
import { ofHere, sayScope } from '../terminal/scope.ts';

const LISTED = 20;
const NOTHING: ListResult = { entries: [], tokens: 0 };
const OPTIONS = callOptions(CALLS.list.input, {
  project: PROJECT_SHOWN,
  agent: 'only this agent',
  since: 'since this time: yesterday, "last week", 7d, 2026-10-05',
  until: 'until this time',
  outcome: 'only sessions with this outcome',
  file: { value: 'path', help: 'only sessions that read or changed this file: a path or its end' },
  title: 'only sessions with these words in the title',
  concept: 'only sessions with this tag, or in which something names this concept',
  issue: 'only sessions that name this issue or pull request: #12, owner/name#12, ABC-12',
  ...pageShown(LISTED),
});

const FORMS = ['markdown', 'jsonl'];
const WORDS = ['show', 'export', 'restore', 'tag'];

/** `cairn sessions [show|export|restore|tag] [ID]` */
export const sessionsCommand: CommandSpec = {
  name: 'sessions',
  pages: ({ args }) => args[0] !== 'restore',
  summary: 'list the sessions of your agents, show one, or restore one to an agent',
  details:
    'Lists the newest first. With the id of a session, or of anything in it, it shows the state and the memories of that session. "show" prints its summary: what was asked, done, learned, decided and left open, the outcome with its evidence, and code worth keeping. "export" writes everything that Cairn keeps of a session, even after its agent deleted it. "restore" writes the session where its agent, or another one with --to, can resume it; it overwrites no file, and Cairn does not import it again. "tag" puts words of your own on a session and prints all that it has; --off takes some off, and --concept finds the sessions of one. For a note on a session: cairn checkpoint --session ID NOTE. Exits with 1 when the id is unknown.\n\nExamples:\n  cairn sessions --since 7d\n  cairn sessions -a --outcome part --file src/auth.ts\n  cairn sessions --issue 12\n  cairn sessions --grep "idempotency keys"\n  cairn sessions s_abcdefghijklmnop\n  cairn sessions show s_abcdefghijklmnop\n  cairn sessions export s_abcdefghijklmnop session.md\n  cairn sessions restore s_abcdefghijklmnop --to codex --dry-run\n  cairn sessions tag s_abcdefghijklmnop billing urgent',
  arguments: [
    { name: 'id', help: 'a session, or "show", "export", "restore" or "tag"', completes: 'session', isId: true },
    { name: 'session', help: 'the session', completes: 'session', isId: true },
    { name: 'file', help: 'of "export": the file to write; it must not exist yet; of "tag": the tags', many: true },
  ],
  options: [
    ...OPTIONS.options,
    { flags: '-g, --grep <words>', help: 'only sessions that hold these words, the best first' },
    {
      flags: '--as <form>',
      help: 'export: markdown (default), or jsonl, which "cairn import" reads',
      choices: FORMS,
    },
    { flags: '--to <agent>', help: "restore: the agent that will resume it; default the session's own" },
    { flags: '--dry-run', help: 'restore: only show what would be written' },
    { flags: '--off <tag>', help: 'tag: take this tag off', many: true },
  ],
  async run(input, context) {
    const { io, out, json } = context;
    const [id, named] = input.args;
    if (id !== undefined && WORDS.includes(id)) return doWith(id, named, { input, context });
    const memory = context.openMemory({ person: false });
    const filter = { limit: LISTED, ...OPTIONS.read(input, io) };
    if (id === undefined) {
      const asked: ListInput = ofHere({ kinds: ['session'], ...filter }, io);
      return listSessions(memory, { asked, words: textOption(input, 'grep') }, context);
    }
    const { records, missing } = await memory.get([id], { signal: io.signal });
    const [session] = records;
    const result =
      session === undefined ? NOTHING : await memory.list({ ...filter, session: id }, { signal: io.signal });
    if (json) out.json({ session: session ?? null, missing, ...result });
    else if (session === undefined)
      out.say(`Unknown: ${plain(id)}.${didYouMean(id, WORDS)} To find ids: cairn sessions -a`);
    else {
      out.print(`${head(session, out)}\n`);
      showEntries(result.entries, out);
      showMore(result.nextCursor, out);
    }
    return session === undefined ? EXIT.failed : EXIT.ok;
  },
};

async function listSessions(
  memory: Memory,
  { asked, words }: { asked: ListInput; words: string | undefined },
  { io, out, json }: CliContext,
): Promise<number> {
  const ofAll = asked.project === '*' && !json;
  const [result, projects] = await Promise.all([
    words === undefined ? memory.list(asked, { signal: io.signal }) : findSessions(memory, { words, asked }, io.signal),
    ofAll ? projectNames(memory, io.signal) : undefined,
  ]);
  out.result(result, ({ entries, nextCursor }) => {
    if (entries.length > 0) showSessions(entries, { projects, out });
    else out.say('There are no such sessions. Past sessions of your agents: cairn import');
    showMore(nextCursor, out);
    sayScope(asked, { isEmpty: entries.length === 0, io, out });
  });
  return EXIT.ok;
}

/** The sessions that a search by words names, as `cairn search --sessions --mode words` does, the best first. */
async function findSessions(
  memory: Memory,
  { words, asked }: { words: string; asked: ListInput },
  signal: AbortSignal,
): Promise<ListResult> {
  const { project, agent, since, until, file, limit = LISTED, outcome, title, issue, concept } = asked;
  const where = omitUndefined({ project, agent, since, until, file });
  const found = await memory.search({ query: words, mode: 'words', sessions: true, ...where }, { signal });
  const narrowed = { kinds: ['session'] as ['session'], ...omitUndefined({ project, outcome, title, issue, concept }) };
  // The latest are most often among the best: one page of them, and one by one only those before it.
  const page = await memory.list({ ...narrowed, limit: LIMITS.hitsMax }, { signal });
  const latest = new Map(page.entries.map((entry) => [entry.id, entry]));
  const entries: Entry[] = [];
  for (const { sessionId } of (found.sessions ?? []).slice(0, limit)) {
    const entry = latest.get(sessionId);
    if (entry !== undefined) entries.push(entry);
    else if (page.nextCursor !== undefined)
      entries.push(...(await memory.list({ ...narrowed, session: sessionId }, { signal })).entries);
  }
  return { entries, tokens: sum(entries.map(({ tokens }) => tokens)) };
}

async function doWith(
  word: string,
  id: string | undefined,
  { input, context }: { input: CommandInput; context: CliContext },
): Promise<number> {
  if (id === undefined) throw usage('Which session?', `cairn sessions ${word} ID; cairn sessions lists them`);
  const { as, to } = input.options;
  if (word === 'show') return showSession(id, context);
  if (word === 'tag') return tagSession(id, { put: input.args.slice(2), off: listOption(input, 'off') ?? [] }, context);
  if (word === 'export') {
    const { exportSession } = await import('../sessions/export-session.ts');
    await exportSession({ id, as: as === 'jsonl' ? 'jsonl' : 'markdown', file: input.args[2] }, context);
  } else {
    const { restoreSession } = await import('../sessions/restore-session.ts');
    await restoreSession({ id, to: asString(to), dryRun: flagOption(input, 'dryRun') }, context);
  }
  return EXIT.ok;
}

async function tagSession(
  id: string,
  { put, off }: { put: readonly string[]; off: readonly string[] },
  { io, out, openMemory }: CliContext,
): Promise<number> {
  const memory = openMemory({ person: isPerson(io) });
  const before = await memory.session(id, { signal: io.signal });
  const tags = [...new Set([...before.tags.map(({ name }) => name), ...put])].filter((tag) => !off.includes(tag));
  if (put.length + off.length > 0) await memory.update(before.id, { tags }, { signal: io.signal });
  out.result({ id: before.id, tags }, () =>
    out.print(tags.length === 0 ? 'It has no tags.' : tags.map(plain).join('\n')),
  );
  return EXIT.ok;
}

async function showSession(id: string, { io, out, openMemory }: CliContext): Promise<number> {
  const session = await openMemory({ person: false }).session(id, { signal: io.signal });
  out.result(session, ({ summary }) => {
    out.print(sessionPage(session, out));
    if (summary === undefined) out.say('It has no summary: it said and did nothing, or was not derived yet.');
  });
  return EXIT.ok;
}

function head({ id, at, agent, title, text }: MemoryRecord, { colors, when }: Shown): string {
  const lines = [`${colors.cyan(id)} ${colors.bold(plain(title))}`, colors.dim(`${agent ?? ''} ${when(at)}`.trim())];
  const said = safeText(text).trim();
  return [...lines, ...(said === '' ? [] : ['', said])].join('\n');
}
