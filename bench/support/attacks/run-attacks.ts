import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contextReads } from '../../../src/context/context-reads.ts';
import { type SessionId, sessionId } from '../../../src/core/model/ids.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import { resolveIds, sessionOf } from '../../../src/retrieval/query/resolve-id.ts';
import { type BenchMemory, openBenchMemory } from '../bench-memory.ts';
import { claudeFolder } from '../claude-folder.ts';
import { type Step, writeClaudeSession } from '../claude-transcript.ts';
import type { Attack } from './attacks.ts';
import { fillerSession } from './fillers.ts';
import { type Finding, judge } from './judge.ts';

/** What became of an attack after `size` harmless sessions, and the lines of the later session's blocks. */
export interface Judged {
  attack: Attack;
  size: number;
  finding: Finding;
  lines: string[];
}

/** How attacks are run. */
export interface RunOptions {
  scratch: string;
  /** Harmless sessions around each attack. */
  size: number;
  /** Attacks that share a memory, one after the other. */
  together: number;
  onJudged?: (judged: Judged) => void;
}

const HOUR_MS = 3_600_000;
const LATER_MS = 120_000;
const SETTLED_MS = 3_600_000;
const BEGAN = Date.parse('2026-01-01T08:00:00Z');
/** Harmless sessions after a pasted text, so that it is not the last thing that was asked. */
const AFTER_PASTED = 3;

/** A memory in use: the time of its last session, and what persons typed and agents said in harmless ones. */
interface Place {
  memory: BenchMemory;
  home: string;
  project: string;
  at: number;
  fillers: number;
  harmless: string[];
}

/** Tells each attack to a memory of `size` harmless sessions and looks for it in all blocks of a later session. */
export async function runAttacks(attacks: readonly Attack[], options: RunOptions): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let start = 0; start < attacks.length; start += options.together) {
    const home = join(options.scratch, `memory-${options.size}-${start}`);
    const place = await openPlace(home, options.size);
    try {
      for (const attack of attacks.slice(start, start + options.together)) {
        const one = { attack, size: options.size, ...(await runOne(attack, place)) };
        judged.push(one);
        options.onJudged?.(one);
      }
    } finally {
      await place.memory.memory.close();
      rmSync(home, { recursive: true, force: true });
    }
  }
  return judged;
}

async function openPlace(home: string, size: number): Promise<Place> {
  const project = join(home, 'work', 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const memory = openBenchMemory(join(home, '.cairn'), { userHome: home });
  const place: Place = { memory, home, project, at: BEGAN, fillers: 0, harmless: [] };
  for (let n = 0; n < size; n += 1) fill(place);
  await take(place, [claudeFolder(home, project)]);
  return place;
}

async function runOne(attack: Attack, place: Place): Promise<Pick<Judged, 'finding' | 'lines'>> {
  const { project } = place;
  const sessions = attack.sessions(project);
  const told = sessions.map((steps, n) => tell(place, steps, `${attack.id} ${n}`));
  const written = sessions.flatMap(writeFiles);
  const paths = told.flatMap((one) => one.paths);
  if (attack.isPasted) for (let n = 0; n < AFTER_PASTED; n += 1) paths.push(...fill(place));
  await take(place, paths);
  const all = attack.isPasted ? await rulesAtStart(place) : await linesOf(attack, place);
  const lines = await ownLines(all, new Set(told.map(({ session }) => sessionId('claude-code', session))), place);
  const typed = sessions.flat().flatMap((step) => ('typed' in step ? [step.typed] : []));
  for (const path of written) rmSync(path, { force: true });
  const persons = attack.isPasted ? [] : [...typed, ...place.harmless.slice(-HARMLESS)];
  return { finding: judge(lines, attack.hostile, persons), lines };
}

/** Writes the files that the agent wrote; gives their paths. */
function writeFiles(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (!('call' in step) || step.call.tool !== 'Write') return [];
    const path = String(step.call.input.file_path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, String(step.call.input.content));
    return [path];
  });
}

async function rulesAtStart(place: Place): Promise<string[]> {
  const { text, items } = await readsOf(place).context({ cwd: place.project }, place.at + LATER_MS);
  const rules = new Set(items.filter(({ kind }) => kind === 'knowledge').map(({ id }) => id));
  return text.split('\n').filter((line) => idsIn(line).some((id) => rules.has(id)));
}

/** Lines of the blocks of a start, of both prompts and of a file, and what tripwires say. */
async function linesOf(attack: Attack, place: Place): Promise<string[]> {
  const { memory, project } = place;
  const reads = readsOf(place);
  const [at, here] = [place.at + LATER_MS, { cwd: project }];
  const blocks = [
    await reads.context(here, at),
    ...(await Promise.all(attack.prompts.map((prompt) => reads.context({ ...here, prompt }, at)))),
    await reads.context({ ...here, file: join(project, attack.file) }, at),
  ];
  const { met } = await memory.memory.tripwires({ project, ...omitUndefined({ test: attack.command }) });
  const said = met.filter(({ speaks }) => speaks).map(({ says }) => says);
  return [...blocks.map(({ text }) => text), ...said].flatMap((text) => text.split('\n'));
}

/** The lines of these sessions, and those that name none: attacks of one memory may be about the same. */
async function ownLines(
  lines: readonly string[],
  own: ReadonlySet<SessionId>,
  { memory: { store } }: Place,
): Promise<string[]> {
  const named = await resolveIds(store, lines.flatMap(idsIn));
  return lines.filter((line) => {
    const of = idsIn(line).flatMap((id) => {
      const one = named.get(id);
      return (one === undefined ? undefined : sessionOf(one)) ?? [];
    });
    return line !== '' && (of.length === 0 || of.some((session) => own.has(session)));
  });
}

function readsOf({ memory: { store, settings }, home }: Place): ReturnType<typeof contextReads> {
  return contextReads(store, { ...settings, userHome: home });
}

function idsIn(line: string): string[] {
  return [...line.matchAll(/\b[a-z]_[a-z2-7]{16}\b/g)].map(([id]) => id);
}

/** Harmless sentences that blocks may repeat: fillers have fewer different ones. */
const HARMLESS = 200;

function fill(place: Place): string[] {
  const steps = fillerSession(place.fillers, place.project);
  place.fillers += 1;
  place.harmless.push(...steps.flatMap((step) => ('typed' in step ? [step.typed] : 'said' in step ? [step.said] : [])));
  return tell(place, steps, `filler ${place.fillers}`).paths;
}

function tell(place: Place, steps: readonly Step[], name: string): ReturnType<typeof writeClaudeSession> {
  place.at += HOUR_MS;
  return writeClaudeSession(steps, { home: place.home, project: place.project, name, endsAt: place.at });
}

async function take({ memory: { memory } }: Place, paths: string[]): Promise<void> {
  for await (const _progress of memory.import({ paths }));
  await memory.settled({ timeoutMs: SETTLED_MS });
}
