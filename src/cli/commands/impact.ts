import { CALLS } from '../../api/calls.ts';
import { impactPage } from '../render/show-impact.ts';
import { showNotes } from '../render/show-notes.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { EXIT } from '../terminal/exit-codes.ts';

const OPTIONS = callOptions(CALLS.impact.input, {
  project: 'a path in the project, its name or id, * for all; default the current folder',
  since: 'told at or after this time: ISO 8601, or 7d or 12h ago',
  until: 'told at or before this time',
});

/** `cairn impact` */
export const impactCommand: CommandSpec = {
  name: 'impact',
  summary: 'show what agents were told unasked, what it cost, and what of it was used afterwards',
  details:
    'Of this project. A memory counts as used when, later in the same session, its id was asked for, its file was read or changed, or its command was run; a tripwire or a known failure when it was not met again though there was occasion. That something was used afterwards does not prove that it helped: what a share of sessions does without is shown when cairn config set meter.control 0.2 keeps context from one session in five.\n\nExamples:\n  cairn impact\n  cairn impact --project "*" --since 30d',
  arguments: [],
  options: [...OPTIONS.options, { flags: '--json', help: 'print JSON' }],
  async run(input, { io, out, json, openMemory }) {
    const result = await openMemory({ person: false }).impact(OPTIONS.read(input, io), { signal: io.signal });
    if (json) out.json(result);
    else {
      if (result.blocks > 0) out.print(impactPage(result, out.colors));
      showNotes(result.notes, out);
    }
    return EXIT.ok;
  },
};
