import { CALLS } from '../../api/calls.ts';
import { CairnError } from '../../core/errors.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { showNotes } from '../render/show-notes.ts';
import { statsPage } from '../render/show-stats.ts';
import { callOptions, PROJECT_SHOWN } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { textOption } from '../terminal/options.ts';

const OPTIONS = callOptions(CALLS.stats.input, {
  project: PROJECT_SHOWN,
  since: 'from this time on: yesterday, "last week", 7d, 2026-10-05; default 30d',
  until: 'up to this time',
  agent: 'only what this agent did, as claude-code',
  calendar: { value: 'months', help: 'also a calendar of the last months, 1 to 24' },
  compare: 'also how it changed from as long a time right before',
  report: { value: 'span', help: 'a report of the last week or month' },
  format: { choices: ['text', 'md', 'json'], help: 'of the report: text, md or json; default text' },
});

/** `cairn stats` */
export const statsCommand: CommandSpec = {
  name: 'stats',
  summary: 'show what was done in figures, what stands out, and a report of the week or month',
  details:
    'Of this project, the last 30 days. A session stands out when its failures, edits or minutes are three deviations above the twenty sessions before it.\n\nExamples:\n  cairn stats -a\n  cairn stats --since 7d --json\n  cairn stats --calendar 6 --compare\n  cairn stats --report week --format md > report.md',
  options: OPTIONS.options,
  async run(input, { io, out, json, openMemory }) {
    const { format, ...asked } = OPTIONS.read(input, io);
    if (format !== undefined && asked.report === undefined) {
      throw new CairnError('invalid_input', '--format is that of a report.', { fix: 'cairn stats --report week' });
    }
    const asJson = textOption(input, 'format') === 'json';
    const request = asJson || format === undefined ? asked : { ...asked, format };
    const result = await openMemory({ person: false }).stats(request, { signal: io.signal });
    if (json || asJson) out.json(result);
    else {
      out.print(result.report === undefined ? statsPage(result, out.colors) : safeText(result.report));
      showNotes(result.notes, out);
      if (result.totals.sessions === 0) out.say(`No session in this time. ${elsewhere(asked)}`);
    }
  },
};

/** Suggests a command that counts more: a longer time, or all projects. */
function elsewhere({ project }: { project?: string }): string {
  return project === '*' ? 'Of a longer one: cairn stats --since 365d -a' : 'Of all projects: cairn stats -a';
}
