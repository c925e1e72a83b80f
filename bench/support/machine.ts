import { cpus, release, totalmem } from 'node:os';

/** The machine and the runtime, in one line: a figure without them cannot be compared. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cpus().length} × ${cpu?.model.trim() || 'unknown processor'}, ${memory} GiB, ${process.platform} ${release()}, Node ${process.version}`;
}
