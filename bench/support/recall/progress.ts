import type { ReportProgress } from './ask-corpus.ts';

const EVERY_MS = 200;

/** Says on stderr how far something is: on one line at a terminal, else a line every ten seconds. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): {
  report: ReportProgress;
  end: () => void;
} {
  let saidAt = 0;
  const everyMs = stream.isTTY ? EVERY_MS : 50 * EVERY_MS;
  return {
    report(message) {
      const now = performance.now();
      if (now - saidAt < everyMs) return;
      saidAt = now;
      stream.write(stream.isTTY ? `\r\u001b[K${message}` : `${message}\n`);
    },
    end: () => void (stream.isTTY && stream.write('\r\u001b[K')),
  };
}
