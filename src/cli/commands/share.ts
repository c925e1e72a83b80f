import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { SharedEntry, SharedResult } from '../../api/review-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { fedWith, withKnowledge, withoutKnowledge } from '../render/knowledge-block.ts';
import { indented, joined, plain } from '../render/show.ts';
import { showChanges } from '../render/show-changes.ts';
import { sayRedacted } from '../render/show-notes.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption, textOption, usage } from '../terminal/options.ts';
import { assertPerson } from '../terminal/person-evidence.ts';

const SHARES = { does: 'can share with a repository', fix: 'Run it in a terminal of your own.' };
const NEW_FILE_MODE = 0o644;
/** Files that are not read, named one a line. */
const SKIPPED_SHOWN = 10;

/** What a file is to this home, in words. */
const STATES: Readonly<Record<SharedEntry['state'], string>> = {
  own: 'yours',
  accepted: 'accepted',
  proposed: 'waits for you: cairn review',
  rejected: 'rejected by you',
  forgotten: 'forgotten here',
};

/** `cairn share [ID]` */
export const shareCommand: CommandSpec = {
  name: 'share',
  lists: ['files'],
  summary: 'share a memory with your team, as a file in the repository',
  details:
    "Writes what you stated or confirmed as a small Markdown file below .cairn/knowledge of the checkout you are in, without secrets, to be committed and reviewed like code. Every colleague's Cairn reads that folder: what stands there is the repository's word, found by search, and told to an agent only once that colleague accepted it with cairn review. A file that is changed takes the place of what it said before, and is accepted again; one that is removed no longer holds. Nothing is written unless you ask for it, and no agent can.\n\nWithout an id: what is shared here. With --into the accepted pieces are put between two marks of a file of instructions, after showing the diff; nothing outside the marks is changed, and --out-of takes them out again.\n\nExamples:\n  cairn share\n  cairn share o_abcdefghijklmnop\n  cairn share --undo o_abcdefghijklmnop\n  cairn share --into AGENTS.md",
  arguments: [{ name: 'id', help: 'a memory that you stated or confirmed', isId: true }],
  options: [
    { flags: '--undo', help: 'remove its file again' },
    { flags: '--by <name>', help: "who shares it; default the name in git's settings" },
    { flags: '--into <file>', help: 'write accepted knowledge between two marks in this file, such as AGENTS.md' },
    { flags: '--out-of <file>', help: 'remove that part of the file again' },
    { flags: '--yes', help: 'change an instruction file without asking' },
  ],
  async run(input, context) {
    const { io, out } = context;
    const [id] = input.args;
    const into = textOption(input, 'into');
    const outOf = textOption(input, 'outOf');
    if ([id, into, outOf].filter((one) => one !== undefined).length > 1)
      throw usage('share takes an id, --into or --out-of, one of them.', 'cairn share --help');
    if (id === undefined && flagOption(input, 'undo')) throw usage('What to take out?', 'cairn share --undo ID');
    const fed = into ?? outOf;
    if (fed !== undefined) return feed(fed, { isIn: into !== undefined, input, context });
    if (id === undefined) return list(context);
    assertPerson(io, SHARES);
    const memory = context.openMemory({ person: true });
    const asked = {
      id,
      ...omitUndefined({ by: textOption(input, 'by'), undo: flagOption(input, 'undo') || undefined }),
    };
    const result = await memory.share(asked, { signal: io.signal });
    out.result(result, ({ path, status, text, redacted }) => {
      out.print(path);
      if (text !== undefined) out.say(indented(safeText(text.trimEnd())));
      out.say(SAID[status]);
      sayRedacted(redacted, out);
    });
    return EXIT.ok;
  },
};

const SAID = {
  written: 'Written. It reaches the others once you commit it; it tells nothing but these lines.',
  unchanged: 'The file says this already.',
  removed: 'Removed. Commit that, and it holds for nobody any more; yours stays as it is.',
} as const;

async function list(context: CliContext): Promise<number> {
  const { io, out } = context;
  const shared = await context.openMemory({ person: false }).shared({}, { signal: io.signal });
  out.result(shared, ({ files, skipped, root }) => {
    if (root === undefined) out.say('There is no git repository here.');
    else if (files.length + skipped.length === 0)
      out.say('Nothing is shared here. To share what you stated or confirmed: cairn share ID');
    for (const { path, id, state, title, by, at } of files) {
      const when = at === undefined ? undefined : out.when(at);
      const facts = [
        id === undefined ? undefined : out.colors.cyan(id),
        by === undefined ? undefined : `by ${plain(by)}`,
      ];
      out.print(
        `${plain(path)}\n  ${out.colors.bold(plain(title))}\n  ${joined([...facts, when, STATES[state]], ' · ')}`,
      );
    }
    for (const { path, why } of skipped.slice(0, SKIPPED_SHOWN)) out.say(`${plain(path)} is not read: it ${why}.`);
    const more = skipped.length - SKIPPED_SHOWN;
    if (more > 0)
      out.say(`Nor ${more === 1 ? 'is' : 'are'} ${formatCounted(more, 'more file')}; all of them: cairn share --json`);
  });
  return EXIT.ok;
}

/** Puts what is accepted into a file of instructions of the checkout, or takes it out, once a person has seen the diff. */
async function feed(
  named: string,
  { isIn, input, context }: { isIn: boolean; input: CommandInput; context: CliContext },
): Promise<number> {
  const { io, out, json } = context;
  assertPerson(io, SHARES);
  const shared = await context.openMemory({ person: true }).shared({}, { signal: io.signal });
  const { readTargetFile, removeTargetFile, replaceTargetFile } = await import('../../setup/target-file.ts');
  const { path, bytes, mode = NEW_FILE_MODE } = readTargetFile(resolve(io.cwd, named));
  assertWithin(path, shared);
  const before = bytes?.toString('utf8');
  if (bytes !== undefined && !bytes.equals(Buffer.from(before ?? '')))
    throw new CairnError('unsupported', `${named} is not UTF-8 text. Nothing was changed.`, {
      fix: 'Save it as UTF-8.',
    });
  const told = fedWith(shared.files);
  if (isIn && told.length === 0)
    throw new CairnError('invalid_input', 'Nothing that is shared here was accepted by you.', { fix: 'cairn review' });
  const after = isIn ? withKnowledge(before, told) : before === undefined ? undefined : withoutKnowledge(before);
  if (after === before) {
    if (json) out.json({ path, changed: false });
    else out.say(`${named} is as it should be: nothing was changed.`);
    return EXIT.ok;
  }
  const why = isIn ? `${told.length} accepted pieces of .cairn/knowledge` : 'without what Cairn put between its marks';
  const change = { path, why, ...omitUndefined({ before, after }) };
  if (!json) await showChanges([change], context);
  await confirm(`Change ${named} like this?`, {
    input,
    context,
    command: commandToRepeat('share', input),
    isDestructive: false,
  });
  if (readTargetFile(path).bytes?.toString('utf8') !== before)
    throw new CairnError('busy', `${named} changed meanwhile. It was left as it is.`, {
      fix: 'Run the command again.',
    });
  if (after === undefined) removeTargetFile(path);
  else replaceTargetFile(path, Buffer.from(after), mode);
  if (json) out.json({ path, changed: true });
  else out.say(`Changed: ${named}`);
  return EXIT.ok;
}

/** Throws unless a file, links resolved, lies in the checkout at hand: nothing is written through a link that leads out. */
function assertWithin(path: string, { root }: SharedResult): void {
  const inside = root === undefined ? '..' : relative(root, path);
  if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  throw new CairnError('invalid_input', `${path} does not lie in the repository that you are in.`, {
    fix: 'Name a file of it, such as AGENTS.md.',
  });
}
