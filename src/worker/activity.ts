/**
 * What watches the worker's requests: `onIdle` is called once, after `idleMs` milliseconds without a request and none under way; `onQuiet` after `quietMs`, once
 * after each burst of requests; `onBusy` about every `busyMs` while it is never quiet.
 */
export interface ActivityOptions {
  idleMs: number;
  now: () => number;
  onIdle: () => void;
  quietMs: number;
  onQuiet: () => void;
  busyMs: number;
  onBusy: () => void;
  /** Called each time that a request was answered and no other one is under way. */
  onRest?: () => void;
  /** Called at the beginning of a request, at most once in `signMs` milliseconds. */
  onSign: () => void;
  signMs: number;
}

/** What a request asks of the worker: `work`, or only to `watch` what comes: it stays for it, and wakes for nothing. */
export type RequestKind = 'work' | 'watch';

/**
 * Builds an activity. It holds one timer, which requests do not move, and a second one until it was quiet: an idle worker
 * wakes once for each and leaves.
 */
export function createRequestActivity(options: ActivityOptions) {
  let last = options.now();
  let signed = last;
  const open = { work: 0, watch: 0 };
  let timer: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let busySince = last;

  const look = (): void => {
    const left = last + options.idleMs - options.now();
    const isHeld = open.work + open.watch > 0;
    if (!isHeld && left <= 0) options.onIdle();
    else timer = setTimeout(look, isHeld ? options.idleMs : left);
  };
  timer = setTimeout(look, options.idleMs);

  const listen = (): void => {
    const at = options.now();
    const left = last + options.quietMs - at;
    quiet = open.work > 0 || left > 0 ? setTimeout(listen, Math.max(left, options.quietMs / 2)) : undefined;
    if (quiet === undefined) options.onQuiet();
    else if (at - busySince >= options.busyMs) {
      busySince = at;
      options.onBusy();
    }
  };

  return {
    /** A request began; call the returned function when it was answered. */
    begin(kind: RequestKind = 'work'): () => void {
      open[kind] += 1;
      last = options.now();
      if (quiet === undefined) {
        busySince = last;
        quiet = setTimeout(listen, options.quietMs);
      }
      if (last - signed >= options.signMs) {
        signed = last;
        options.onSign();
      }
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        open[kind] -= 1;
        last = options.now();
        if (open.work === 0) options.onRest?.();
      };
    },
    stop(): void {
      clearTimeout(timer);
      clearTimeout(quiet);
    },
  };
}
