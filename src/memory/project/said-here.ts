import { join } from 'node:path';
import { readStandingTexts } from '../../context/neighbours/standing-texts.ts';
import { asObject, parseJson } from '../../core/json.ts';
import { readBytesIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';

/** Files at the root of a repository that say how to work in it, besides those for agents. */
const FILES = [
  'README.md',
  'CONTRIBUTING.md',
  'DEVELOPMENT.md',
  'package.json',
  'Makefile',
  'justfile',
  'mise.toml',
  '.mise.toml',
  'Taskfile.yml',
  'pyproject.toml',
];
const FILE_BYTES = 128 * 1024;
const RUNS_TASK = /^(?:(?:npm|pnpm|yarn|bun|mise) run|npm|pnpm|yarn|make|just|task) ([\w:.-]+)$/;
const TASK = /^\[tasks\."?([\w:.-]+)"?\]|^([\w.-]{2,40}):(?![=/])/gm;

/** Tells whether the files of a repository that say how to work in it hold a command as it stands; never throws. */
export function saidHere(root: string | undefined, userHome: string): (command: string) => boolean {
  if (root === undefined) return () => false;
  const own = FILES.flatMap((name) => {
    try {
      return readBytesIfThere(join(root, name), FILE_BYTES)?.toString('utf8') ?? [];
    } catch (error) {
      ignore(error, 'file of the repository could not be read');
      return [];
    }
  });
  const texts = [...readStandingTexts({ cwd: root, userHome }), ...own].map((text) => text.replace(/[ \t]+/g, ' '));
  const tasks = new Set(own.flatMap(tasksIn));
  return (command) => {
    const plain = command.replace(/ (?:NAME|FILE|PATH|…)$/, '');
    const task = RUNS_TASK.exec(plain)?.[1];
    return (task !== undefined && tasks.has(task)) || texts.some((text) => text.includes(plain));
  };
}

/** The names of the tasks that a file defines: scripts of a package, tasks of mise, targets of a Makefile. */
function tasksIn(text: string): string[] {
  const { scripts } = asObject(text.trimStart().startsWith('{') ? parseJson(text) : undefined);
  if (scripts !== undefined) return Object.keys(asObject(scripts));
  return [...text.matchAll(TASK)].flatMap(([, mise, target]) => mise ?? target ?? []);
}
