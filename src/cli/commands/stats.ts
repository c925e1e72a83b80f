import type { StatsResult } from '../../api/stats-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { showNotes } from '../render/show-notes.ts';
import { statsPage } from '../render/show-stats.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { projectOption, textOption, timeOption } from '../terminal/options.ts';

const FORMATS = ['text', 'md', 'json'] as const;
const SPANS = ['week', 'month'] as const;

/** `cairn stats` */
export const statsCommand: CommandSpec = {
  name: 'stats',
  summary: 'show what was done in figures, what stands out, and a report of the week or month',
  details:
    'Of this project, the last 30 days. A session stands out when its failures, edits or minutes are three deviations above the twenty sessions before it.\n\nExamples:\n  cairn stats --project "*"\n  cairn stats --since 7d --json\n  cairn stats --report week --format md > report.md',
  arguments: [],
  options: [
    {
      flags: '--project <project>',
      help: 'a path in the project, its name or id, * for all; default the current folder',
    },
    { flags: '--since <time>', help: 'from this time on: ISO 8601, or 7d or 12h ago; default 30d' },
    { flags: '--until <time>', help: 'up to this time' },
    { flags: '--report <span>', help: 'a report of the last week or month', choices: SPANS },
    { flags: '--format <format>', help: 'of the report: text, md or json; default text', choices: FORMATS },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, { io, out, json, openMemory }) {
    const report = textOption(input, 'report') as (typeof SPANS)[number] | undefined;
    const format = textOption(input, 'format') as (typeof FORMATS)[number] | undefined;
    if (format !== undefined && report === undefined) {
      throw new CairnError('invalid_input', '--format is that of a report.', { fix: 'cairn stats --report week' });
    }
    const asked = omitUndefined({
      project: projectOption(input, io),
      since: timeOption(input, 'since'),
      until: timeOption(input, 'until'),
      report,
      format: format === 'json' ? undefined : format,
    });
    const result: StatsResult = await openMemory({ person: false }).stats(asked, { signal: io.signal });
    if (json || format === 'json') out.json(result);
    else {
      out.print(result.report === undefined ? statsPage(result, out.colors) : safeText(result.report));
      showNotes(result.notes, out);
      if (result.totals.sessions === 0) out.say(`No session in this time. ${elsewhere(asked)}`);
    }
    return EXIT.ok;
  },
};

/** Suggests a command that counts more: a longer time, or all projects. */
function elsewhere({ project }: { project?: string }): string {
  return project === '*'
    ? 'Of a longer one: cairn stats --since 365d --project "*"'
    : 'Of all projects: cairn stats --project "*"';
}
