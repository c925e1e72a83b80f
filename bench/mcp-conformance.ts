import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Listening } from '../src/api/http-answers.ts';
import { listenAt } from '../test/support/tcp-request.ts';
import { makeBenchHome } from './support/bench-home.ts';
import { importExample } from './support/example-project.ts';
import type { BenchResult } from './support/result.ts';

/** A release of the scenarios, of which each knows one revision of the protocol, and those that ask what every server must answer. */
interface Suite {
  version: string;
  era: string;
  scenarios: readonly string[];
}

const LISTS = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];
const EARLIER: Suite = { version: '0.1.16', era: '2025-11-25', scenarios: ['server-initialize', 'ping', ...LISTS] };
const CURRENT: Suite = {
  version: '0.2.0-alpha.12',
  era: '2026-07-28',
  scenarios: ['server-stateless', 'caching', 'http-header-validation', 'sep-2164-resource-not-found', ...LISTS],
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** The others, each with the reason why there is nothing to ask. */
const LEFT_OUT = [
  'Left out: scenarios that call tools, read resources or get prompts by the names of the sample server (`test_simple_text`, `test://static-text`), which no other server has.',
  'Left out: `logging-set-level`, `completion-complete`, sampling and elicitation, which Cairn does not declare; `resources-subscribe` and the two of resumed streams, which need a session of the protocol: of this revision each request is answered by itself over HTTP, and subscriptions are on standard input and output (`test/mcp/protocol.test.ts`).',
  'The scenarios know no token: a proxy adds it, and leaves a foreign Host or Origin as it is.',
];

interface Row {
  name: string;
  passed: boolean;
  says: string;
}

/** Asks `/mcp` of a worker by the scenarios of the protocol's authors, and by their client of the earlier revisions. */
export async function run(): Promise<BenchResult> {
  for (const suite of [EARLIER, CURRENT]) install(suite);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-conformance-'));
  const home = makeBenchHome(join(folder, 'home'), { HOME: folder, CAIRN_EMBED_MODEL: 'none' });
  try {
    await home.startWorker();
    await importExample(home.memory());
    return toResult(await askAll(await listenAt(home.socket)));
  } finally {
    await home.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where a release, and the client that it is written with, is installed from npm, once. */
function folderOf({ version }: Suite): string {
  return join(root, '.cache', `mcp-conformance-${version}`);
}

function modulesOf(suite: Suite): string {
  return join(folderOf(suite), 'node_modules', '@modelcontextprotocol');
}

function install(suite: Suite): void {
  if (existsSync(join(modulesOf(suite), 'conformance'))) return;
  const folder = folderOf(suite);
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  const asked = `@modelcontextprotocol/conformance@${suite.version}`;
  const { status } = spawnSync('npm', [...args, asked], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm install ${asked} ended with ${status}`);
}

async function askAll(listening: Listening): Promise<Row[]> {
  const proxy = await openProxy(listening);
  try {
    const rows: Row[] = [];
    for (const suite of [EARLIER, CURRENT]) {
      for (const scenario of suite.scenarios) rows.push(await askScenario(suite, scenario, proxy.url));
    }
    rows.push(await askEarlierClient(listening));
    return rows;
  } finally {
    proxy.server.close();
  }
}

/** A way to the worker for programs that know no token. */
async function openProxy({ url, token }: Listening): Promise<{ url: string; server: Server }> {
  const server = createServer((asked, answer) => {
    const { port } = server.address() as AddressInfo;
    const toWorker = (value = ''): string =>
      value.replace(`127.0.0.1:${port}`, new URL(url).host).replace(`localhost:${port}`, new URL(url).host);
    const { host, origin } = asked.headers;
    const named = { host: toWorker(host), ...(origin === undefined ? {} : { origin: toWorker(origin) }) };
    const headers = { ...asked.headers, ...named, authorization: `Bearer ${token}` };
    const passed = request(url, { method: asked.method, path: asked.url, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', (error) => answer.destroy(error));
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}

function askScenario(suite: Suite, scenario: string, url: string): Promise<Row> {
  const program = join(modulesOf(suite), 'conformance', 'dist', 'index.js');
  const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', suite.era];
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folderOf(suite),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      const [says = `exit ${code}`, failed = ''] = /Passed: .*?(\d+) failed.*/i.exec(output) ?? [];
      const untestable = output.match(/Error: Not testable/g)?.length ?? 0;
      const isWhole = code === 0 || Number(failed) === untestable;
      const why = untestable === 0 ? '' : `; ${untestable} of them call diagnostic tools of the sample server`;
      resolve({ name: `${suite.era}: ${scenario}`, passed: failed !== '' && isWhole, says: `${says}${why}` });
    });
  });
}

/** The client of the package for revisions up to 2025-11-25 lists, calls, reads and gets. */
async function askEarlierClient({ url, token }: Listening): Promise<Row> {
  const load = (path: string) =>
    import(pathToFileURL(join(modulesOf(EARLIER), 'sdk', 'dist', 'esm', 'client', path)).href);
  const [{ Client }, { StreamableHTTPClientTransport }] = [await load('index.js'), await load('streamableHttp.js')];
  const client = new Client({ name: 'bench', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp?tools=all`), { requestInit }));
  const { tools } = await client.listTools();
  const { isError } = await client.callTool({ name: 'search', arguments: { query: 'failing test' } });
  const { resources } = await client.listResources();
  for (const { uri } of resources) await client.readResource({ uri });
  const { prompts } = await client.listPrompts();
  await client.getPrompt({ name: 'resume', arguments: {} });
  await client.close();
  const counts = `${tools.length} tools, ${resources.length} resources read, ${prompts.length} prompts`;
  return {
    name: '2025-11-25: client of @modelcontextprotocol/sdk 1.x',
    passed: isError !== true && tools.length > 7,
    says: counts,
  };
}

function toResult(rows: readonly Row[]): BenchResult {
  const failed = rows.filter(({ passed }) => !passed).length;
  return {
    title: 'MCP conformance',
    about: `What the scenarios of @modelcontextprotocol/conformance ${EARLIER.version} and ${CURRENT.version} find at \`/mcp\` of a worker over the example project, and its authors' client of the earlier revisions. The official client of both revisions is in \`test/mcp/protocol.test.ts\`.`,
    columns: ['', 'passed', 'says'],
    rows: rows.map(({ name, passed, says }) => [name, passed ? 'yes' : 'no', says]),
    bounds: [{ name: 'failed', wanted: '0', reached: String(failed), met: failed === 0 }],
    notes: LEFT_OUT,
  };
}
