/**
 * A correction in one session, and calls of later ones. A call is a shell line, or `edit PATH`. `again`: each is what the person
 * would correct again; `fine`: each is one that nobody would object to.
 */
export interface GuardScript {
  /** The call before the correction. */
  call: string;
  /** True when the person refused it, with these words as the reason; else they are the next prompt. */
  refused: boolean;
  says: string;
  again: readonly string[];
  fine: readonly string[];
  /** The first prompt of the later sessions. */
  prompt?: string;
}

type Row = [call: string, says: string, again: string[], fine: string[], prompt?: string];

const refused = (...[call, says, again, fine, prompt]: Row): GuardScript => ({
  call,
  refused: true,
  says,
  again,
  fine,
  ...(prompt === undefined ? {} : { prompt }),
});
const corrected = (...row: Row): GuardScript => ({ ...refused(...row), refused: false });

/** Thirty corrections as people write them, written before they were tried. */
export const GUARD_SCRIPTS: readonly GuardScript[] = [
  refused('npm install zod', 'use pnpm, not npm', ['npm install yup', 'cd web && npm ci'], ['pnpm add yup', 'npx tsc']),
  refused('npm test', 'we use bun here', ['npm test -- cart'], ['bun test', 'echo npm test']),
  refused(
    'pip install httpx',
    'Use uv instead',
    ['pip install rich', 'pip3 install rich'],
    ['uv add rich', 'pip list'],
  ),
  refused('yarn build', 'no yarn please, pnpm only', ['yarn build'], ['pnpm build']),
  refused(
    'git commit -m "wip"',
    'I did not ask you to commit',
    ['git commit -am x'],
    ['git diff', 'git log'],
    'Fix the cart.',
  ),
  refused(
    'git commit -m "wip"',
    'I never told you to commit',
    [],
    ['git commit -am x', 'git add -A'],
    'Fix it and commit.',
  ),
  refused('git push origin main', "don't push, I review first", ['git push'], ['git pull', 'git fetch origin']),
  refused('git push --force', 'never force push', ['git push -f origin dev'], ['git push', 'git push origin dev']),
  refused('git add -A', "Don't use git add -A, add files by name", ['git add -A'], ['git add src/cart.ts']),
  refused('edit src/api.gen.ts', 'never edit generated files', ['edit src/api.gen.ts'], ['edit src/api.ts']),
  refused(
    'edit src/generated/schema.ts',
    "Don't edit this by hand",
    ['edit src/generated/schema.ts'],
    ['edit src/schema.ts'],
  ),
  refused('edit package-lock.json', "don't touch the lock file", ['edit package-lock.json'], ['edit package.json']),
  refused('rm -rf node_modules', 'stop running rm -rf', ['rm -rf node_modules dist'], ['rm notes.txt', 'rmdir out']),
  refused('docker compose up -d', "Don't run docker on this machine", ['docker compose up'], ['ls docker']),
  refused('make deploy', 'never run make deploy from a laptop', ['make deploy'], ['make test', 'make build']),
  refused('npx prettier --write .', 'use biome, not prettier', ['npx prettier -w src'], ['npx biome check .']),
  refused('sed -i s/a/b/ src/x.ts', 'stop using sed for edits', ['sed -i s/x/y/ src/y.ts'], ['grep -n x src/y.ts']),
  refused(
    'npm run migrate',
    'do not run migrations on prod',
    ['npm run migrate -- --env production'],
    ['npm run migrate'],
  ),
  refused(
    'npm publish',
    'Never run npm publish unless I say so',
    ['npm publish'],
    ['npm pack', 'npm install'],
    'Prepare the release.',
  ),
  refused(
    'cargo clean',
    "please don't run cargo clean, it takes an hour",
    ['cargo clean'],
    ['cargo build', 'cargo test'],
  ),
  corrected('npm install', 'no, use pnpm instead of npm', ['npm install left-pad'], ['pnpm install']),
  corrected('edit dist/main.js', 'no, do not edit dist/, it is built', ['edit dist/main.js'], ['edit src/main.ts']),
  corrected(
    'git commit --no-verify -m x',
    'No, never use --no-verify',
    ['git commit --no-verify -m y'],
    ['git commit -m y'],
  ),
  corrected('jest src', "stop, we don't use jest any more, use vitest", ['npx jest src/cart'], ['npx vitest run']),
  corrected('git rebase main', "no, don't rebase, merge", ['git rebase origin/main'], ['git merge main']),
  // What settles a moment, a wording or a design: nothing is to speak up later.
  refused('npm test', 'do not run that now', [], ['npm test']),
  refused('edit src/cart.ts', 'should this not be in the store?', [], ['edit src/cart.ts']),
  refused('edit src/cart.ts', 'use a map instead of an array', [], ['edit src/cart.ts']),
  refused('git commit -m "add carts"', 'use a shorter message', [], ['git commit -m "carts"']),
  refused('npm test', 'wait, show me the diff first', [], ['npm test']),
];
