// The npm scripts of this repository: each sets up what it needs, then runs with a fitting Node. `run.mjs` starts this.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from './child.mjs';
import {
  ensureBuild,
  ensureDependencies,
  ensureDocsTools,
  ensureNetworkPrograms,
  ensureNode,
  ensureNodeVersions,
  ensurePostgres,
  rebuild,
  root,
  SetUpError,
} from './set-up.mjs';
import { inBatches, testFiles, withScratch } from './test-files.mjs';

const QUIET = '--disable-warning=ExperimentalWarning';
const REPORTER = join(root, 'scripts', 'test-reporter.mjs');
const RESOLVE = pathToFileURL(join(root, 'scripts', 'test-resolve.mjs')).href;
// Tests start hundreds of processes: what one compiled is there for the next, and the program is the one just built.
const TEST_ENV = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), CAIRN_TEST_BUILT: '1' };

// Test files at once. Node leaves one core free, of two that is half: most tests wait for processes.
const MANY = Math.max(2, availableParallelism());

// `npm run check` runs these: they parse all sources.
const STYLE_TESTS = ['tidy.test.ts', 'architecture.test.ts'];

// The first of each range of `engines` and the newest, then what people still have that is too old.
const TESTED_NODES = {
  served: ['22.23.0', '24.15.0', '25.9.0', '26.10.0'],
  old: ['12.22.12', '14.21.3', '16.20.2', '18.20.8', '20.20.2', '22.22.3'],
};

const TASKS = {
  start: { built: true, run: ({ node, args }) => runNode(node, [dist('cli.js'), 'start', ...args]) },
  cairn: { built: true, run: ({ node, args }) => runNode(node, [dist('cli.js'), ...args], { cwd: callersFolder() }) },
  test: {
    built: true,
    run: ({ node, args }) =>
      runTests(node, args, {
        folder: 'test',
        except: ['data', 'live', 'nodes', 'team', 'web', ...STYLE_TESTS],
        shared: true,
      }),
  },
  'test:data': { built: true, run: testData },
  'test:live': {
    built: true,
    // Two at a time, as agents work beside each other. The longest is the first by its name, so that both end together.
    run: ({ node, args }) => runTests(node, args, { folder: 'test/live', atOnce: 2 }),
  },
  'agents:check': {
    built: true,
    run: ({ node, args }) => runNode(node, [QUIET, join(root, 'scripts', 'agents-check.ts'), ...args]),
  },
  'test:nodes': { built: true, run: testNodes },
  'test:team': {
    built: true,
    run: (given) => testTeam(given, { folder: 'test/team', except: ['set'], also: ['test/web/team'] }),
  },
  'test:set': { built: true, run: testSet },
  'test:web': { built: true, run: ({ node, args }) => runTests(node, args, { folder: 'test/web', except: ['team'] }) },
  'web:dev': {
    built: true,
    run: ({ node, args }) => runNode(node, [QUIET, join(root, 'scripts', 'web-dev.ts'), ...args]),
  },
  build: { run: buildTask },
  check: { run: check },
  docs: { run: buildDocs },
  packages: { run: ({ node }) => runNode(node, [QUIET, join(root, 'scripts', 'write-packages.ts')]) },
  'bench:recall': {
    built: true,
    run: ({ node, args }) =>
      args.length === 0
        ? runNode(node, [QUIET, join(root, 'bench', 'run.ts'), 'recall'])
        : runNode(node, [QUIET, join(root, 'bench', 'recall-corpus.ts'), ...args], { cwd: callersFolder() }),
  },
  'bench:distill': {
    run: ({ node, args }) =>
      runNode(node, [QUIET, join(root, 'bench', args.includes('--json') ? 'distill-json.ts' : 'run.ts'), 'distill']),
  },
  'bench:next-session': {
    run: ({ node, args }) =>
      args.length === 0
        ? runNode(node, [QUIET, join(root, 'bench', 'run.ts'), 'next-session'])
        : runNode(node, [QUIET, join(root, 'bench', 'next-session-cli.ts'), ...args], { cwd: callersFolder() }),
  },
  'bench:attacks': {
    run: ({ node, args }) =>
      args.length === 0
        ? runNode(node, [QUIET, join(root, 'bench', 'run.ts'), 'attacks'])
        : runNode(node, [QUIET, join(root, 'bench', 'attacks-cli.ts'), ...args]),
  },
  'bench:sde': {
    run: ({ node, args }) => runNode(node, [QUIET, join(root, 'bench', 'sde.ts'), ...args], { cwd: callersFolder() }),
  },
  'fuzz:api': {
    built: true,
    run: ({ node }) => runNode(node, [QUIET, join(root, 'bench', 'run.ts'), 'api-fuzz']),
  },
  'conformance:mcp': {
    built: true,
    run: ({ node }) => runNode(node, [QUIET, join(root, 'bench', 'run.ts'), 'mcp-conformance']),
  },
  attack: {
    built: true,
    run: ({ node, args }) => runNode(node, [QUIET, join(root, 'scripts', 'run-suite.ts'), 'attack', ...args]),
  },
  torture: {
    built: true,
    run: ({ node, args }) => runNode(node, [QUIET, join(root, 'scripts', 'run-suite.ts'), 'torture', ...args]),
  },
  'train:ranker': { built: true, run: ({ node }) => runNode(node, [QUIET, join(root, 'scripts', 'train-ranker.ts')]) },
  bench: { built: true, run: ({ node, args }) => runNode(node, [QUIET, join(root, 'bench', 'run.ts'), ...args]) },
};

async function main([name, ...args]) {
  const task = Object.hasOwn(TASKS, name ?? '') ? TASKS[name] : undefined;
  if (task === undefined) {
    throw new SetUpError(`There is no task "${name ?? ''}".`, `one of: ${Object.keys(TASKS).join(', ')}`);
  }
  const node = await ensureNode();
  await ensureDependencies(node);
  if (task.built) await ensureBuild(node);
  return task.run({ node, args });
}

async function buildTask({ node, args }) {
  if (args.includes('--if-needed')) await ensureBuild(node);
  else await rebuild(node);
  return 0;
}

async function check({ node }) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const steps = [
    ['format', [join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.']],
    ...['.', 'web', 'test/web'].map((project) => [`types of ${project}`, [tsc, '--noEmit', ...kept(project)]]),
    ['tidy', [QUIET, '--test', `--test-reporter=${REPORTER}`, ...STYLE_TESTS.map((name) => `test/${name}`)]],
  ];
  const failed = [];
  for (const [name, step] of steps) if ((await runNode(node, step, { cwd: root })) !== 0) failed.push(name);
  if (failed.length > 0) process.stdout.write(`check failed: ${failed.join(', ')}\n`);
  return failed.length > 0 ? 1 : 0;
}

// A project's types, and the file in which tsc keeps what it found, so that the next time it reads only what changed.
function kept(project) {
  const file = join(root, '.cache', 'types', `${project.replaceAll(/[^a-z]/g, '-')}.json`);
  return ['--project', project, '--incremental', '--tsBuildInfoFile', file];
}

// Builds the documentation site into .cache/docs/site; with "dev" serves it as its pages change, with "preview" as built.
async function buildDocs({ node, args }) {
  await ensureDocsTools(node);
  const [command = 'build', ...rest] = args;
  if (!['build', 'dev', 'preview'].includes(command)) {
    throw new SetUpError(
      `"${command}" is nothing that the documentation does.`,
      'npm run docs -- build, dev or preview',
    );
  }
  const docs = join(root, 'docs');
  return runNode(node, [join(docs, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), command, '.', ...rest], {
    cwd: docs,
  });
}

function testData({ node, args }) {
  const data = resolve(root, process.env.CAIRN_DATA ?? '../shared/data');
  if (!existsSync(data)) {
    throw new SetUpError(
      `These tests read recorded sessions in ${data}, which is not there.`,
      'CAIRN_DATA=FOLDER npm run test:data',
    );
  }
  return runTests(node, args, { folder: 'test/data', env: { CAIRN_DATA: data } });
}

async function testNodes({ node, args }) {
  const fetched = async (versions) => {
    const executables = await ensureNodeVersions(versions);
    return versions.map((version, at) => ({ version, executable: executables[at] }));
  };
  const nodes = { served: await fetched(TESTED_NODES.served), old: await fetched(TESTED_NODES.old) };
  return runTests(node, args, { folder: 'test/nodes', env: { CAIRN_TEST_NODES: JSON.stringify(nodes) } });
}

async function testSet(given) {
  await ensureNetworkPrograms();
  return testTeam(given, { folder: 'test/team/set' });
}

async function testTeam({ node, args }, files) {
  await ensurePostgres();
  return runTests(node, args, files);
}

// Arguments are files to run instead of all, or flags of "node --test".
function runTests(node, args, { folder, except = [], also = [], env, atOnce = MANY, shared = false }) {
  const isFlag = (arg) => arg.startsWith('-');
  const named = args.filter((arg) => !isFlag(arg));
  const all =
    named.length > 0 ? named : [...testFiles(root, folder, except), ...also.flatMap((one) => testFiles(root, one, []))];
  if (all.length === 0) throw new SetUpError(`There are no tests in ${folder}.`, 'npm test');
  const files = shared && named.length === 0 ? inBatches(root, all) : all;
  const flags = [
    QUIET,
    '--test',
    `--test-reporter=${REPORTER}`,
    `--import=${RESOLVE}`,
    `--test-concurrency=${atOnce}`,
    ...args.filter(isFlag),
  ];
  return withScratch((scratch) =>
    runNode(node, [...flags, ...files], { cwd: root, env: { ...process.env, ...TEST_ENV, ...scratch, ...env } }),
  );
}

async function runNode(node, args, options = {}) {
  return (await runChild(node, args, options)).code;
}

function dist(file) {
  return join(root, 'dist', file);
}

// npm runs a script in the folder of package.json and leaves the one it was called from in INIT_CWD.
function callersFolder() {
  const isOfUser = ['cairn', 'bench:recall', 'bench:next-session', 'bench:sde'].includes(
    process.env.npm_lifecycle_event ?? '',
  );
  return isOfUser ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error.fix === undefined) throw error;
  process.stderr.write(`error: ${error.message}\nfix:   ${error.fix}\n`);
  process.exitCode = 1;
}
