import type { LoggedEvent } from '../../api/answers.ts';
import { CALLS } from '../../api/calls.ts';
import { isJsonObject } from '../../core/json.ts';
import { oneLine } from '../../core/text/text.ts';
import { joined, plain } from '../render/show.ts';
import { callOptions } from '../terminal/call-options.ts';
import type { CliContext, CommandSpec } from '../terminal/command.ts';
import { flagOption } from '../terminal/options.ts';
import { escapeActs, type Shown } from '../terminal/output.ts';

const LAST = 20;
/** Columns of an event that stand before what it says, and what is shown where no terminal says how wide it is. */
const BEFORE = 48;
const WIDE = 160;
const OPTIONS = callOptions(CALLS.events.input, {
  project: 'only this project: a path in it, its name or id',
  session: { value: 'id', help: 'only this session: its id, or the id of anything in it' },
  after: 'only events after this place in the log (seq)',
  last: `only this many of the last; default ${LAST}`,
});
/** Fields that say what an event is about, the first that is there. */
const SAYS = ['text', 'command', 'file_path', 'path', 'query', 'description', 'note', 'title', 'reason', 'output'];

/** `cairn events` */
export const eventsCommand: CommandSpec = {
  name: 'events',
  summary: 'show recorded events, or follow them live',
  details:
    'Shows the oldest event first, with secrets removed. --follow continues until Ctrl-C. With --json each event is one line of JSON; pass its "seq" to --after to continue after an interruption.\n\nExamples:\n  cairn events\n  cairn events --follow --project .\n  cairn events --follow --json | jq \'select(.kind == "turn.failed")\'',
  options: [...OPTIONS.options, { flags: '-f, --follow', help: 'continue as events arrive' }],
  json: 'print each event as one line of JSON',
  async run(input, { io, out, json, openMemory }: CliContext) {
    const asked = OPTIONS.read(input, io);
    const place = asked.after === undefined ? { last: LAST, ...asked } : asked;
    const events = openMemory({ person: false }).events(
      { ...place, follow: flagOption(input, 'follow') },
      { signal: io.signal },
    );
    for await (const event of events) {
      if (json) io.stdout.write(`${escapeActs(JSON.stringify(event))}\n`);
      else out.print(eventLine(event, out));
    }
  },
};

function eventLine(event: LoggedEvent, { colors, columns = WIDE, when }: Shown): string {
  const { at, agent, kind, tool, success } = event;
  const shade = success === false ? colors.red : colors.cyan;
  const says = [tool, ...saysOf(event)].filter((part) => typeof part === 'string').join(' ');
  const facts = `${colors.dim(when(at))} ${plain(agent).padEnd(12)} ${shade(plain(kind).padEnd(12))}`;
  return joined([facts, plain(oneLine(says)).slice(0, Math.max(columns - BEFORE, 20))], ' ');
}

function saysOf(event: LoggedEvent): unknown[] {
  const fields = isJsonObject(event.input) ? { ...event, ...event.input } : event;
  const name = SAYS.find((field) => typeof (fields as Record<string, unknown>)[field] === 'string');
  return name === undefined ? [] : [(fields as Record<string, unknown>)[name]];
}
