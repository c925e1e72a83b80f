import { CairnError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { plain } from '../render/show.ts';
import { placeLines, showMore } from '../render/show-entry.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { actionOf, numberOption, textOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const LISTED = 50;

/** `cairn projects [rename ID [NAME]]` */
export const projectsCommand: CommandSpec = {
  name: 'projects',
  summary: 'list the projects in memory, or call one by another name',
  details:
    'A project is known by its git remote, or by its folder; what you call it is for you and your filters. Without a name it goes by its own again. Only a person renames.\n\nExample:\n  cairn projects rename r_abcdefghijklmnop shop',
  arguments: [
    { name: 'action', help: 'list (default) or rename' },
    { name: 'id', help: 'the project to rename' },
    { name: 'name', help: 'what to call it', many: true },
  ],
  options: [
    { flags: '--limit <n>', help: `how many, 1 to ${LIMITS.hitsMax}; default ${LISTED}` },
    { flags: '--cursor <cursor>', help: 'go on where the page before ended' },
    { flags: '--json', help: 'print JSON' },
  ],
  async run(input, context) {
    const action = actionOf(input, ['list', 'rename'], { command: 'projects', fallback: 'list' });
    if (action === 'rename') await rename(input, context);
    else await list(input, context);
    return undefined;
  },
};

async function list(input: CommandInput, context: CliContext): Promise<void> {
  const { io, out } = context;
  const cursor = textOption(input, 'cursor');
  const limit = numberOption(input, 'limit', { min: 1, max: LIMITS.hitsMax }) ?? LISTED;
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
  const result = await context
    .openMemory({ person: false })
    .list({ kinds: ['project'], ...page }, { signal: io.signal });
  if (context.json) return out.json(result);
  if (result.entries.length === 0) out.say('There are no projects in memory yet.');
  else out.print(result.entries.map((entry) => placeLines(entry, out.colors)).join('\n'));
  showMore(result.nextCursor, out);
}

async function rename({ args }: CommandInput, context: CliContext): Promise<void> {
  const { io, out } = context;
  const [, id, ...words] = args;
  if (id === undefined) {
    throw new CairnError('invalid_input', 'Which project?', { fix: 'cairn projects' });
  }
  const memory = context.openMemory({ person: isPerson(io) });
  const result = await memory.update(id, { name: words.join(' ') }, { signal: io.signal });
  if (context.json) out.json(result);
  else out.say(`${id} is called ${plain(result.record.title)}.`);
}
