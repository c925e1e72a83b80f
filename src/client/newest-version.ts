import { execFile } from 'node:child_process';
import { CairnError } from '../core/errors.ts';
import { asObject, parseJson } from '../core/json.ts';

const PACKAGE = 'cairn-memory';
const ASK_MS = 20_000;
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * The newest version of Cairn in the registry that the person's npm is set to; `undefined` where it has none. npm sends the name of
 * the package and nothing else of this machine's memory. Throws `cancelled`, or `unsupported` where npm cannot tell.
 */
export async function findNewestVersion(signal: AbortSignal): Promise<string | undefined> {
  // With -g, and from a folder that is nobody's, npm reads no settings of the repository that the caller stands in.
  const args = ['view', '-g', PACKAGE, 'version', '--json', '--no-update-notifier'];
  const { failure, stdout } = await new Promise<{ failure: Error | null; stdout: string }>((resolve) => {
    const options = { cwd: '/', signal, timeout: ASK_MS, windowsHide: true, shell: process.platform === 'win32' };
    execFile('npm', args, options, (error, out) => resolve({ failure: error, stdout: out }));
  });
  if (signal.aborted) throw new CairnError('cancelled', 'Cancelled.');
  const answer = parseJson(stdout);
  if (failure === null && typeof answer === 'string' && VERSION.test(answer)) return answer;
  const { code, summary } = asObject(asObject(answer).error);
  if (code === 'E404') return undefined;
  const why =
    typeof summary === 'string' ? `: ${summary}` : failure === null ? '' : `: ${failure.message.split('\n')[0]}`;
  throw new CairnError('unsupported', `npm cannot tell the newest version${why}`, {
    fix: `Look at what npm says: npm view ${PACKAGE} version`,
  });
}
