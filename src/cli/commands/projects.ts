import { CALLS } from '../../api/calls.ts';
import type { ListInput } from '../../api/requests.ts';
import { plain } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import { showProjects } from '../render/show-places.ts';
import { callOptions, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { actionOf, usage } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const LISTED = 50;
const OPTIONS = callOptions(CALLS.list.input, pageShown(LISTED));

/** `cairn projects [rename ID [NAME]]` */
export const projectsCommand: CommandSpec = {
  name: 'projects',
  pages: ({ args }) => args.length === 0,
  summary: 'list the projects in memory, or rename one',
  details:
    'Cairn identifies a project by its git remote, or by its folder. A name that you give is for display and filters; without a name the project gets its own back. Only a person can rename a project.\n\nExample:\n  cairn projects rename r_abcdefghijklmnop shop',
  arguments: [
    { name: 'action', help: 'list (default) or rename', completes: ['list', 'rename'] },
    { name: 'id', help: 'the project to rename', completes: 'project', isId: true },
    { name: 'name', help: 'the new name', many: true },
  ],
  options: OPTIONS.options,
  async run(input, context) {
    const action = actionOf(input, ['list', 'rename'], { command: 'projects', fallback: 'list' });
    if (action === 'rename') await rename(input, context);
    else await list(input, context);
  },
};

async function list(input: CommandInput, context: CliContext): Promise<void> {
  const { io, out } = context;
  const asked: ListInput = { kinds: ['project'], limit: LISTED, ...OPTIONS.read(input, io) };
  const result = await context.openMemory({ person: false }).list(asked, { signal: io.signal });
  out.result(result, ({ entries, nextCursor }) => {
    if (entries.length > 0) showProjects(entries, out);
    else out.say('There are no projects in memory yet.');
    showMore(nextCursor, out);
  });
}

async function rename({ args }: CommandInput, context: CliContext): Promise<void> {
  const { io, out } = context;
  const [, id, ...words] = args;
  if (id === undefined) throw usage('Which project?', 'cairn projects');
  const memory = context.openMemory({ person: isPerson(io) });
  const result = await memory.update(id, { name: words.join(' ') }, { signal: io.signal });
  out.result(result, ({ record }) => out.say(`${id} is called ${plain(record.title)}.`));
}
