import { resolve } from 'node:path';
import { CALLS } from '../../api/calls.ts';
import type { JsonObject } from '../../core/json.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { writeExportFile } from '../terminal/export-file.ts';
import { escapeActs } from '../terminal/output.ts';

const SHOW_LINES = 1_000;
const OPTIONS = callOptions(CALLS.export.input, { project: 'only this project: a path in it, its name or id' });

/** `cairn export [FILE]` */
export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'export the whole memory as lines of JSON',
  details:
    'Writes the recorded events; another home derives the same memories from them ("cairn import FILE"). Without a file it writes to stdout. The same content gives the same bytes. Secrets were removed before anything was stored; everything else that you and your agents said is included.\n\nExamples:\n  cairn export memory.jsonl\n  cairn export --project . | gzip > shop.jsonl.gz',
  arguments: [{ name: 'file', help: 'the file to write; it must not exist yet' }],
  options: OPTIONS.options,
  json: 'with a file: print what was written as JSON',
  async run(input, { io, out, openMemory }) {
    const [name] = input.args;
    const lines = openMemory({ person: false }).export(OPTIONS.read(input, io), { signal: io.signal });
    if (name === undefined) {
      for await (const line of lines) io.stdout.write(textOf(line));
      return;
    }
    const file = await writeExportFile(resolve(io.cwd, name), async (written) => {
      for await (const line of lines) {
        written.write(textOf(line));
        if (written.lines % SHOW_LINES === 0)
          out.progress(`${formatCounted(written.lines, 'line')}  ${formatBytes(written.sizeBytes)}`);
      }
    });
    out.result({ lines: file.lines, bytes: file.sizeBytes }, ({ lines: count, bytes }) =>
      out.say(`${formatCounted(count, 'line')}, ${formatBytes(bytes)}, are in ${plain(name)}.`),
    );
  },
};

function textOf(line: JsonObject): string {
  return `${escapeActs(JSON.stringify(line))}\n`;
}
