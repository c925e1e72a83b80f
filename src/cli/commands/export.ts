import { resolve } from 'node:path';
import type { JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatBytes, formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { createExportFile } from '../terminal/export-file.ts';
import { projectOption } from '../terminal/options.ts';
import { escapeActs } from '../terminal/output.ts';

const SHOW_LINES = 1_000;

/** `cairn export [FILE]` */
export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'write all that is remembered as lines of JSON',
  details:
    'What happened, as the home keeps it: another home derives the same from it ("cairn import FILE"). Without a file, to stdout. The same content gives the same bytes. Secrets were taken out before they were kept; everything else that you and your agents said stands in it.\n\nExamples:\n  cairn export memory.jsonl\n  cairn export --project . | gzip > shop.jsonl.gz',
  arguments: [{ name: 'file', help: 'the file to write; one that is there is not written over' }],
  options: [
    { flags: '--project <project>', help: 'only this project: a path in it, its name or id' },
    { flags: '--json', help: 'with a file: print what was written as JSON' },
  ],
  async run(input, { io, out, json, openMemory }) {
    const [name] = input.args;
    const request = omitUndefined({ project: projectOption(input, io) });
    const lines = openMemory({ person: false }).export(request, { signal: io.signal });
    if (name === undefined) {
      for await (const line of lines) io.stdout.write(textOf(line));
      return undefined;
    }
    const file = createExportFile(resolve(io.cwd, name));
    try {
      for await (const line of lines) {
        file.write(textOf(line));
        if (file.lines % SHOW_LINES === 0)
          out.progress(`${formatCounted(file.lines, 'line')}  ${formatBytes(file.sizeBytes)}`);
      }
      file.finish();
    } finally {
      file.close();
    }
    if (json) out.json({ lines: file.lines, bytes: file.sizeBytes });
    else out.say(`${formatCounted(file.lines, 'line')}, ${formatBytes(file.sizeBytes)}, are in ${plain(name)}.`);
    return undefined;
  },
};

function textOf(line: JsonObject): string {
  return `${escapeActs(JSON.stringify(line))}\n`;
}
