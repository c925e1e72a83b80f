import { CairnError } from '../../core/errors.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { beginPause, endPause, type Pause } from '../../ingest/pauses.ts';
import { parseFuture } from '../../retrieval/query/parse-time.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { usage } from '../terminal/options.ts';
import { whyNoPerson } from '../terminal/person-evidence.ts';

/** `cairn pause [DURATION]` */
export const pauseCommand: CommandSpec = {
  name: 'pause',
  summary: 'record nothing that agents do, for a while or until "cairn unpause"',
  details:
    'From now on, of all agents and projects; also from transcripts that are imported later. What you tell Cairn yourself is kept, and agents are still told what it knows. One project for good: cairn off.\n\nExamples:\n  cairn pause\n  cairn pause 30m\n  cairn pause 2026-03-01T18:00:00Z',
  arguments: [{ name: 'until', help: 'how long (30m, 2h, 7d), or until when; default until "cairn unpause"' }],
  async run({ args }, { io, out, readConfig }) {
    const [until] = args;
    const now = io.now();
    const pause = beginPause(
      readConfig().paths.home,
      now,
      until === undefined ? undefined : parseFuture(until, 'until', now),
    );
    out.result(toAnswer(pause), (answer) => {
      out.say(
        `Nothing is recorded that agents do, ${answer.until === undefined ? 'until: cairn unpause' : `until ${out.when(answer.until)}. Sooner: cairn unpause`}`,
      );
    });
  },
};

/** `cairn unpause` */
export const unpauseCommand: CommandSpec = {
  name: 'unpause',
  summary: 'record again what agents do',
  details:
    'What they did in the pause stays unrecorded, also by an import of their transcripts. Only a person ends a pause.',
  async run(_input, { io, out, readConfig }) {
    const why = whyNoPerson(io);
    if (why !== undefined) {
      throw new CairnError('not_allowed', `Only a person ends a pause, and ${why}.`, {
        fix: 'cairn unpause, typed in a terminal of your own',
      });
    }
    const pause = endPause(readConfig().paths.home, io.now());
    if (pause === undefined) throw usage('Nothing is paused.', 'cairn pause');
    out.result(toAnswer(pause), ({ from }) => {
      out.say(`Recorded again. What agents did since ${out.when(from)} is not, and stays so.`);
    });
  },
};

function toAnswer({ from, until }: Pause): { from: string; until?: string } {
  return { from: isoTime(from), ...(until === undefined ? {} : { until: isoTime(until) }) };
}
