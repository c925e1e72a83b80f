import { extname, resolve } from 'node:path';
import { CALLS } from '../../api/calls.ts';
import type { JsonObject } from '../../core/json.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import { callOptions, FILTER_SHOWN } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { liesWithin, writeExportFile } from '../terminal/export-file.ts';
import { flagOption, listOption, textOption, usage } from '../terminal/options.ts';
import { escapeActs } from '../terminal/output.ts';

const SHOW_LINES = 1_000;
const FORMATS = ['jsonl', 'json', 'md', 'sqlite'] as const;
type ExportForm = (typeof FORMATS)[number];

/** The format by the ending of a file's name. */
const BY_ENDING: Readonly<Record<string, ExportForm>> = {
  '.json': 'json',
  '.md': 'md',
  '.markdown': 'md',
  '.sqlite': 'sqlite',
  '.sqlite3': 'sqlite',
  '.db': 'sqlite',
};

const FILTER = callOptions(CALLS.list.input, {
  ...FILTER_SHOWN,
  project: 'only this project: a path in it, its name or id; default all',
});

/** `cairn export [FILE]` */
export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'export the whole memory for another home, or chosen memories as JSON, Markdown or SQLite',
  details:
    'As jsonl it writes the recorded events, from which another home derives the same memories ("cairn import FILE"); of the filters it takes --project and --session. As json, md or sqlite it writes memories for people and other programs: all, those that the filters choose, or those with the ids. The SQLite file has plain tables that any sqlite3 opens; its table "columns" says what each column holds (docs/reference/export.md). The format is that of the name of the file, else jsonl. Without a file it writes to stdout. The same content gives the same bytes. Secrets were removed before anything was stored; everything else that you and your agents said is included. A file that exists stays as it is without --force.\n\nExamples:\n  cairn export memory.jsonl\n  cairn export --project . | gzip > shop.jsonl.gz\n  cairn export rules.md --kind knowledge --project .\n  cairn export --format json --since 7d --agent codex | jq ".entries[].title"\n  cairn export -o memory.sqlite --force && sqlite3 memory.sqlite "SELECT kind, count(*) FROM memories GROUP BY kind"',
  arguments: [{ name: 'file', help: 'the file to write' }],
  options: [
    { flags: '--format <format>', help: `${FORMATS.join(', ')}; default by the name of the file`, choices: FORMATS },
    { flags: '-o, --output <file>', help: 'the file to write' },
    { flags: '--force', help: 'overwrite the file if it exists' },
    { flags: '--id <id>', help: 'only this memory, or all of this session', many: true },
    ...FILTER.options,
  ],
  json: 'with a file: print what was written as JSON',
  async run(input, context) {
    const name = fileOf(input);
    const format = formatOf(input, name);
    if (format === 'jsonl') return exportEvents(input, name, context);
    if (format === 'sqlite' && name === undefined)
      throw usage('A database goes to a file.', 'cairn export memory.sqlite');
    const { io, out } = context;
    const { exportSelection } = await import('../export/export-selection.ts');
    const selection = { ids: listOption(input, 'id') ?? [], filter: FILTER.read(input, io) };
    const where = { path: pathOf(name, context), overwrite: flagOption(input, 'force') };
    const written = await exportSelection(selection, { form: format, ...where }, context);
    if (written === undefined) return;
    out.result(written, ({ memories, bytes }) =>
      out.say(`${formatCounted(memories, 'memory')}, ${formatBytes(bytes)}, are in ${plain(name ?? '')}.`),
    );
  },
};

/** The log as lines of JSON, of all or of a project or session. */
async function exportEvents(input: CommandInput, name: string | undefined, context: CliContext): Promise<void> {
  const { io, out, openMemory } = context;
  const { project, session, ...others } = FILTER.read(input, io);
  if (Object.keys(others).length > 0 || input.options.id !== undefined) {
    throw usage(
      'As jsonl an export is of all, or of a --project or --session; the other filters choose memories.',
      'cairn export --format json …',
    );
  }
  const asked = { ...(project === undefined ? {} : { project }), ...(session === undefined ? {} : { session }) };
  const lines = openMemory({ person: false }).export(asked, { signal: io.signal });
  const path = pathOf(name, context);
  if (path === undefined) {
    for await (const line of lines) io.stdout.write(textOf(line));
    return;
  }
  const file = await writeExportFile(
    path,
    async (written) => {
      for await (const line of lines) {
        written.write(textOf(line));
        if (written.lines % SHOW_LINES === 0)
          out.progress(`${formatCounted(written.lines, 'line')}  ${formatBytes(written.sizeBytes)}`);
      }
    },
    { overwrite: flagOption(input, 'force') },
  );
  out.result({ lines: file.lines, bytes: file.sizeBytes }, ({ lines: count, bytes }) =>
    out.say(`${formatCounted(count, 'line')}, ${formatBytes(bytes)}, are in ${plain(name ?? '')}.`),
  );
}

/** The file that is named, as an argument or as `--output`; none for stdout, which `-` names too. */
function fileOf(input: CommandInput): string | undefined {
  const [name] = input.args;
  const output = textOption(input, 'output');
  if (name !== undefined && output !== undefined) throw usage('Two files are named.', `cairn export -o ${output}`);
  const file = name ?? output;
  return file === '-' ? undefined : file;
}

function formatOf(input: CommandInput, name: string | undefined): ExportForm {
  const given = FORMATS.find((format) => format === textOption(input, 'format'));
  return given ?? BY_ENDING[extname(name ?? '').toLowerCase()] ?? 'jsonl';
}

/** The absolute path of the file. Throws `invalid_input` for one in the home, where an export could replace the memory. */
function pathOf(name: string | undefined, { io, readConfig }: CliContext): string | undefined {
  if (name === undefined) return undefined;
  const path = resolve(io.cwd, name);
  const { home } = readConfig().paths;
  if (!liesWithin(home, path)) return path;
  throw usage(`${path} lies in the home of Cairn itself.`, 'Name a file in another folder.');
}

function textOf(line: JsonObject): string {
  return `${escapeActs(JSON.stringify(line))}\n`;
}
