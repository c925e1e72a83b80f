import { CALLS } from '../../api/calls.ts';
import type { ListInput } from '../../api/requests.ts';
import { plain } from '../render/show.ts';
import { showMore } from '../render/show-entry.ts';
import { showProjects } from '../render/show-places.ts';
import { callOptions, pageShown } from '../terminal/call-options.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { actionOf, usage } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const ACTIONS = ['list', 'rename', 'merge', 'move'] as const;
const LISTED = 50;
const OPTIONS = callOptions(CALLS.list.input, pageShown(LISTED));

/** `cairn projects [rename ID [NAME] | merge FROM INTO | move OLD NEW]` */
export const projectsCommand: CommandSpec = {
  name: 'projects',
  pages: ({ args }) => args.length === 0,
  summary: 'list the projects in memory; rename, merge or move one',
  details:
    'Cairn identifies a project by its git remote, or by its folder. A name that you give is for display and filters; without a name the project gets its own back.\n\n"merge" puts one project into another: sessions, search, knowledge and context of the other one then cover both. "move" does this for a folder that you renamed or moved, or that has another path on a new computer, and for every project in it. Both show what would change and ask; --undo takes it back. If the other project is shared with a team, they say how many memories would be shared with whom and ask on their own: without that yes (or --share) what is merged stays private. Nothing that was recorded changes, and only a person can do it.\n\nExamples:\n  cairn projects rename r_abcdefghijklmnop shop\n  cairn projects merge old-shop shop\n  cairn projects move ~/work/shop ~/code/shop\n  cairn projects move --undo ~/work/shop',
  arguments: [
    { name: 'action', help: 'list (default), rename, merge or move', completes: ACTIONS },
    {
      name: 'project',
      help: 'the project: its id; for merge also its name or a path in it, for move its old path',
      completes: 'project',
      isId: true,
    },
    { name: 'name', help: 'the new name; the project that it goes into; the new path', many: true },
  ],
  options: [
    ...OPTIONS.options,
    { flags: '--share', help: 'where the other project is shared with a team, share what is merged as well' },
    { flags: '--undo', help: 'take a merge or move back' },
    { flags: '--dry-run', help: 'only show what merge or move would change' },
    { flags: '--yes', help: 'do not ask' },
  ],
  async run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'projects', fallback: 'list' });
    if (action === 'rename') await rename(input, context);
    else if (action !== 'list') await merge(input, context);
    else await list(input, context);
  },
};

async function merge(input: CommandInput, context: CliContext): Promise<void> {
  const { mergeProjects } = await import('../projects/merge-projects.ts');
  await mergeProjects(input, context);
}

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
  const [, named, ...words] = args;
  if (named === undefined) throw usage('Which project?', 'cairn projects');
  const memory = context.openMemory({ person: isPerson(io) });
  const { needProject } = await import('../projects/plan-merge.ts');
  const { id } = await needProject(named, { memory, io });
  const result = await memory.update(id, { name: words.join(' ') }, { signal: io.signal });
  out.result(result, ({ record }) => out.say(`${id} is called ${plain(record.title)}.`));
}
