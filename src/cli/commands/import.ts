import { resolve } from 'node:path';
import { bytes, count } from '../../core/amounts.ts';
import { given } from '../../core/given.ts';
import type { ImportProgress } from '../../memory/answers.ts';
import type { Memory } from '../../memory/contract.ts';
import type { CliContext, CommandSpec } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { flagOption, textOption } from '../options.ts';
import { clockTime, plain, rows } from '../show.ts';

const SHOW_MS = 100;

/** `cairn import [PATH…]` */
export const importCommand: CommandSpec = {
  name: 'import',
  summary: 'read past sessions of your agents',
  details:
    'Without a path: all transcripts of all agents on this machine, the newest first. Read twice, a session counts once. Exits with 1 when a file could not be read.',
  arguments: [{ name: 'path', help: 'transcripts, or folders of them', many: true }],
  options: [
    { flags: '--agent <agent>', help: 'only this agent, and the one whose transcripts the paths are' },
    { flags: '--dry-run', help: 'only say what is there' },
    { flags: '--json', help: 'print one JSON result at the end' },
  ],
  async run(input, context) {
    const { io, out } = context;
    const request = given({
      agent: textOption(input, 'agent'),
      paths: input.args.length === 0 ? undefined : input.args.map((path) => resolve(io.cwd, path)),
      dryRun: flagOption(input, 'dryRun') || undefined,
    });
    const result = await runImport(context.openMemory({ person: false }), request, context);
    if (context.json) out.json(result);
    else showImport(result, request.dryRun === true, context);
    return result.errors.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

/** Imports and shows on a terminal how far it is; gives the last progress. */
export async function runImport(
  memory: Memory,
  request: Parameters<Memory['import']>[0],
  { io, out }: CliContext,
): Promise<ImportProgress> {
  let began: number | undefined;
  let shown = 0;
  let last: ImportProgress | undefined;
  for await (const progress of memory.import(request, { signal: io.signal })) {
    last = progress;
    began ??= io.now();
    if (io.now() - shown < SHOW_MS) continue;
    shown = io.now();
    out.progress(progressLine(progress, (shown - began) / 1_000));
  }
  out.progress('');
  return last ?? NOTHING;
}

const NOTHING: ImportProgress = {
  done: true,
  files: 0,
  filesTotal: 0,
  bytes: 0,
  bytesTotal: 0,
  lines: 0,
  read: 0,
  skipped: {},
  added: 0,
  completed: 0,
  duplicates: 0,
  byKind: {},
  errors: [],
};

function progressLine(progress: ImportProgress, seconds: number): string {
  const { files, filesTotal, bytesTotal, added } = progress;
  const rate = seconds > 0 ? progress.bytes / seconds : 0;
  const speed = rate === 0 ? '' : `  ${bytes(rate)}/s  ${clockTime((bytesTotal - progress.bytes) / rate)} left`;
  return `${files}/${filesTotal} files  ${bytes(progress.bytes)} of ${bytes(bytesTotal)}  ${count(added)} added${speed}`;
}

function showImport(result: ImportProgress, dryRun: boolean, { out }: CliContext): void {
  const { filesTotal, bytesTotal, lines, read, added, completed, duplicates } = result;
  if (filesTotal === 0) {
    out.say('There are no sessions to import.');
    return;
  }
  const found: [string, string][] = [['files', `${count(filesTotal)}, ${bytes(bytesTotal)}`]];
  const taken: [string, string][] = [
    ['lines', `${count(lines)}, of which ${count(read)} told something`],
    ['added', `${count(added)} events${inBrackets(result.byKind)}`],
    ['completed', count(completed)],
    ['known before', count(duplicates)],
    ['skipped', `${count(lines - read)} lines${inBrackets(result.skipped)}`],
  ];
  out.print(rows(dryRun ? found : [...found, ...taken], out.colors));
  for (const { path, message } of result.errors) out.say(`could not read ${plain(path)}: ${plain(message)}`);
}

function inBrackets(counts: Record<string, number>): string {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  return sorted.length === 0 ? '' : ` (${sorted.map(([name, value]) => `${plain(name)} ${count(value)}`).join(', ')})`;
}
