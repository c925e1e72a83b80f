import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchResult } from './support/result.ts';

const MINUTES_WANTED = 12;
const IDLE_MS = 10_000;
/** Ticks of `/proc/stat` within a second, on every Linux. */
const TICKS = 100;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What `npm test` costs: time of the processors of the whole machine, less what it takes while nothing runs. */
export async function run(): Promise<BenchResult> {
  const before = busySeconds();
  await setTimeout(IDLE_MS);
  const share = (busySeconds() - before) / (IDLE_MS / 1_000);
  const [began, at] = [busySeconds(), performance.now()];
  const child = spawn('npm', ['test'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  const failed: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    printed = line === '' ? printed : line;
    if (line.startsWith('FAILED ')) failed.push(line);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const wall = (performance.now() - at) / 1_000;
  const busy = busySeconds() - began;
  const own = busy - share * wall;
  const said = /^(\d+) passed, 0 failed$/.exec(printed);
  if (code !== 0 || said === null) throw new Error([`npm test ended with ${code}: ${printed}`, ...failed].join('\n'));
  const minutes = own / 60;
  return {
    title: 'What the tests cost',
    about: `\`npm test\` once, on a quiet machine: processor time of all processes by /proc/stat, workers and commands that outlive a test among them, less what the machine takes while nothing runs (measured for ${IDLE_MS / 1_000} s before). The build is done before.`,
    columns: ['tests', 'wall time', 'processor time', 'while nothing ran'],
    rows: [
      [said[1] ?? '', `${wall.toFixed(0)} s`, `${minutes.toFixed(1)} min`, `${(share * 100).toFixed(1)} % of one core`],
    ],
    bounds: [
      {
        name: 'processor time of `npm test`',
        wanted: `≤ ${MINUTES_WANTED} min`,
        reached: `${minutes.toFixed(1)} min`,
        met: minutes <= MINUTES_WANTED,
      },
    ],
  };
}

/** Seconds for which the processors have worked since the machine started, all of them together. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/\s+/).map(Number);
  return (user + nice + system + irq + softirq) / TICKS;
}
