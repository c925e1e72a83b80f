import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportProgress } from '../../../src/api/answers.ts';
import { askStream } from '../../client/ask.ts';
import { type CallError, isAborted, toCallError } from '../../client/call-error.ts';
import { changes } from '../../client/change.ts';

/** An import of past sessions, as the page sees it. */
export interface Importing {
  /** What there is to take in. */
  plan: ImportProgress | undefined;
  progress: ImportProgress | undefined;
  error: CallError | undefined;
  isRunning: boolean;
  start: () => void;
  /** Stops; what was read stays, and going on begins there. */
  pause: () => void;
}

/** Looks what agents left on this machine, and takes it in when asked to. */
export function useImport(): Importing {
  const [plan, setPlan] = useState<ImportProgress | undefined>(undefined);
  const [progress, setProgress] = useState<ImportProgress | undefined>(undefined);
  const [error, setError] = useState<CallError | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController | undefined>(undefined);

  useEffect(() => {
    const looking = new AbortController();
    follow({ dryRun: true }, looking.signal, setPlan).then(setError);
    return () => looking.abort();
  }, []);

  const start = async (): Promise<void> => {
    const given = new AbortController();
    running.current = given;
    setRunning(true);
    setError(undefined);
    setError(await follow({}, given.signal, setProgress));
    setRunning(false);
    changes.value += 1;
  };
  return { plan, progress, error, isRunning, start, pause: () => running.current?.abort() };
}

async function follow(
  input: { dryRun?: boolean },
  signal: AbortSignal,
  show: (progress: ImportProgress) => void,
): Promise<CallError | undefined> {
  try {
    for await (const progress of askStream('import', input, { signal })) show(progress);
    return undefined;
  } catch (error) {
    return isAborted(error) ? undefined : toCallError(error);
  }
}
