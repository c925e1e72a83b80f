// Every npm script of this repository: node scripts/run.mjs TASK [ARGUMENTS]. Looks at the Node that runs, then loads
// tasks.mjs, which Node 20 can read. This file itself must be read by Node 12: no static import, no newer syntax.
const LEAST = 20;

if (Number(process.versions.node.split('.')[0]) >= LEAST) {
  import('./tasks.mjs');
} else {
  process.stderr.write(
    'error: Node ' +
      process.versions.node +
      ' (' +
      process.execPath +
      ') is too old to set this repository up: ' +
      'it takes Node ' +
      LEAST +
      ' or later.\n' +
      'fix:   install Node 24 or later (https://nodejs.org, or: nvm install 24), then run the same command again\n',
  );
  process.exitCode = 1;
}
