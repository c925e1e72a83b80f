import { CALLS } from '../../api/calls.ts';
import { sessionsAsked } from '../browse/asked.ts';
import { callOptions, PROJECT_SHOWN } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { hasScreen } from '../terminal/person-evidence.ts';

const ALL = '*';
const { options, read } = callOptions(CALLS.list.input, { project: PROJECT_SHOWN });

/** `cairn`, and `cairn browse` */
export const browseCommand: CommandSpec = {
  name: 'browse',
  summary: 'browse sessions, search, review, and what the next session will be told; the same as "cairn" alone',
  details:
    'Shows a list and a preview, with the keys of vim and fzf; press "?" for all of them. "r" resumes a session in its agent, after showing the command. Without a terminal, or when an agent runs it, it prints today in five lines.\n\nExamples:\n  cairn\n  cairn browse -a\n  cairn browse --project ~/work/shop',
  options,
  async run(input, context) {
    const { io, json } = context;
    const { project = io.cwd } = read(input, io);
    const asked = { here: project === ALL ? io.cwd : project, everywhere: project === ALL, query: '' };
    const memory = context.openMemory({ person: false });
    if (json || !hasScreen(io)) {
      const { showToday } = await import('../browse/today.ts');
      return showToday(memory, asked, context);
    }
    const first = memory.list(sessionsAsked(asked), { signal: io.signal });
    // It is awaited where it is shown; until then a failure waits, too.
    void Promise.allSettled([first]);
    const { browse } = await import('../browse/browser.ts');
    return browse({ asked, memory, first }, context);
  },
};
