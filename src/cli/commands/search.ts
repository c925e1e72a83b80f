import { CairnError } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import { ITEM_KINDS } from '../../core/item.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Hit, SearchResult } from '../../memory/contract.ts';
import type { CommandSpec } from '../command.ts';
import { flagOption, listOption, numberOption, projectOption, textOption } from '../options.ts';
import type { Colors, Output } from '../output.ts';
import { minute, plain } from '../show.ts';

/** `cairn search QUERY…` */
export const searchCommand: CommandSpec = {
  name: 'search',
  summary: 'find memories by words, a question, an identifier or a path',
  details:
    'No query is wrong: any word may match, all words rank first, "an exact phrase" stands in quotes.\n\nExample:\n  cairn search "why idempotency keys" --kind knowledge --since 2026-10-01',
  arguments: [{ name: 'query', help: 'words or a question', required: true, many: true }],
  options: [
    { flags: '--limit <n>', help: `hits, 1 to ${LIMITS.hitsMax}; default ${LIMITS.hits}` },
    { flags: '--kind <kind>', help: 'only this kind', choices: ITEM_KINDS, many: true },
    { flags: '--project <project>', help: 'only this project: a path in it, its name or id; default all' },
    { flags: '--agent <agent>', help: 'only this agent' },
    { flags: '--session <id>', help: 'only this session' },
    { flags: '--file <path>', help: 'only what is about this file' },
    { flags: '--since <time>', help: 'not before this time, ISO 8601' },
    { flags: '--until <time>', help: 'not after this time, ISO 8601' },
    { flags: '--explain', help: 'show the parts of each score' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const { out } = context;
    const query = given({
      query: input.args.join(' '),
      limit: numberOption(input, 'limit', { min: 1, max: LIMITS.hitsMax }),
      kinds: listOption<(typeof ITEM_KINDS)[number]>(input, 'kind'),
      project: projectOption(input, context.io),
      agent: textOption(input, 'agent'),
      session: textOption(input, 'session'),
      file: textOption(input, 'file'),
      since: timeOption(textOption(input, 'since'), 'since'),
      until: timeOption(textOption(input, 'until'), 'until'),
      explain: flagOption(input, 'explain') || undefined,
    });
    const memory = context.openMemory({ person: false });
    const result = await memory.search(query, { signal: context.io.signal });
    if (context.json) out.json(result);
    else showHits(result, out);
    return undefined;
  },
};

/** Shows hits as numbered entries: title, then id, kind, date and author, then the snippet. */
export function showHits({ hits, notes }: SearchResult, out: Output): void {
  if (hits.length > 0) out.print(hits.map((hit, index) => entry(hit, index + 1, out.colors)).join('\n\n'));
  else out.say('Nothing in memory matches. Try fewer or other words.');
  for (const note of notes) out.say(`note: ${plain(note.message)}`);
}

function entry(hit: Hit, number: number, colors: Colors): string {
  const margin = ' '.repeat(String(number).length + 2);
  const title = plain(hit.title);
  const snippet = plain(hit.snippet);
  const facts = [colors.cyan(hit.id), hit.kind, minute(hit.at), `by ${hit.author}`].join(colors.dim(' · '));
  const lines = [`${number}. ${colors.bold(title)}`, `${margin}${facts}`];
  if (snippet !== '' && snippet !== title) lines.push(`${margin}${snippet}`);
  if (hit.why !== undefined) lines.push(`${margin}${colors.dim(explained(hit))}`);
  return lines.join('\n');
}

function explained({ score, why = {} }: Hit): string {
  const parts = Object.entries(why).filter(([, part]) => part !== 0);
  const sorted = parts.toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  return `score ${score.toFixed(2)} = ${sorted.map(([name, part]) => `${name} ${part.toFixed(2)}`).join(' + ')}`;
}

function timeOption(text: string | undefined, name: string): string | undefined {
  if (text === undefined || !Number.isNaN(Date.parse(text))) return text;
  throw new CairnError('invalid_input', `--${name} is "${text}"; it takes a time in ISO 8601.`, {
    fix: `--${name} 2026-10-05`,
  });
}
