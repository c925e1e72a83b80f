import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Listening } from '../src/api/http-answers.ts';
import { asObject, asString, type JsonObject, parseJson } from '../src/core/json.ts';
import { listenAt } from '../test/support/tcp-request.ts';
import { makeBenchHome } from './support/bench-home.ts';
import { importExample } from './support/example-project.ts';
import type { BenchResult } from './support/result.ts';

const VERSION = '4.32.5';
/** Seconds for which it asks; a short run says less, and finds what is plainly wrong. */
const SECONDS = Number(process.env.CAIRN_FUZZ_SECONDS ?? 240);
const root = fileURLToPath(new URL('..', import.meta.url));
/** Where the fuzzer is installed from PyPI, once. */
const venv = join(root, '.cache', `schemathesis-${VERSION}`);

/**
 * Left out, each with its reason: what a text must hold beyond its type (a time, a name, one of two fields) the answer says,
 * not the schema, so that data of the right types may be refused.
 */
const EXCLUDED_CHECKS = 'positive_data_acceptance';

/** Streams without an end, which tests of their own read, and a sign-in, which is slowed down on purpose. */
const EXCLUDED_PATHS = ['/api/v1/events', '/api/v1/sign-in'];

/** Asks a worker over the example project whatever its OpenAPI document allows and forbids, by schemathesis. */
export async function run(): Promise<BenchResult> {
  install();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fuzz-'));
  const home = makeBenchHome(join(folder, 'home'), { HOME: folder, CAIRN_EMBED_MODEL: 'none' });
  try {
    await home.startWorker();
    await importExample(home.memory());
    const report = join(folder, 'report.json');
    await fuzz(await listenAt(home.socket), report, folder);
    return toResult(asObject(parseJson(readFileSync(report, 'utf8'))));
  } finally {
    await home.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(): void {
  if (existsSync(join(venv, 'bin', 'schemathesis'))) return;
  for (const [program, ...args] of [
    ['python3', '-m', 'venv', venv],
    [join(venv, 'bin', 'pip'), 'install', '--quiet', `schemathesis==${VERSION}`],
  ] as [string, ...string[]][]) {
    const { status } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
  }
}

function fuzz({ url, token }: Listening, report: string, cwd: string): Promise<void> {
  const args = [
    '--no-color',
    'run',
    `${url}/api/v1/openapi.json`,
    '--header',
    `Authorization: Bearer ${token}`,
    '--checks=all',
    `--exclude-checks=${EXCLUDED_CHECKS}`,
    ...EXCLUDED_PATHS.map((path) => `--exclude-path=${path}`),
    '--continue-on-failure',
    '--request-timeout=60',
    '--seed=1',
    '--warnings=off',
    `--max-time=${SECONDS}`,
    '--report=json',
    `--report-json-path=${report}`,
  ];
  const child = spawn(join(venv, 'bin', 'schemathesis'), args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}

function toResult(report: JsonObject): BenchResult {
  const { selected = 0, tested = 0 } = asObject(report.operations);
  const { generated = 0 } = asObject(report.test_cases);
  const failures = (Array.isArray(report.failures) ? report.failures : []).map(asObject);
  return {
    title: 'The API, fuzzed from its description',
    about: `schemathesis ${VERSION} against a worker over the example project: requests that the OpenAPI document allows, requests that it forbids, and chains of them, all checks but \`${EXCLUDED_CHECKS}\` (a text of the right type may be no time, no name: the answer says so, with 400). Left out: ${EXCLUDED_PATHS.map((path) => `\`${path}\``).join(', ')}, which tests of their own ask. Seed 1, at most ${SECONDS} seconds.`,
    columns: ['operations', 'asked', 'requests', 'failures'],
    rows: [[Number(selected), Number(tested), Number(generated), failures.length]],
    bounds: [
      { name: 'failures of any check', wanted: '0', reached: String(failures.length), met: failures.length === 0 },
      { name: 'operations asked', wanted: String(selected), reached: String(tested), met: tested === selected },
    ],
    ...(failures.length > 0 && {
      notes: failures.map(
        ({ code, title, operations }) => `${asString(code)} ${asString(title)}: ${JSON.stringify(operations)}`,
      ),
    }),
  };
}
