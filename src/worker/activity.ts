/** Knows when an owner was last asked for something, and says when it may leave. */
export interface RequestActivity {
  /** Something was asked; call what it gives when that is answered. */
  begin(): () => void;
  stop(): void;
}

/**
 * What an activity watches: `onIdle` is called once, after `idleMs` milliseconds with nothing asked and nothing under way;
 * `onQuiet` after `quietMs`, once after each time that something was asked; `onBusy` each `busyMs`, about, in which it was
 * never quiet.
 */
export interface ActivityOptions {
  idleMs: number;
  now: () => number;
  onIdle: () => void;
  quietMs: number;
  onQuiet: () => void;
  busyMs: number;
  onBusy: () => void;
  /** Called at the beginning of a request, at most once in `signMs` milliseconds. */
  onSign: () => void;
  signMs: number;
}

/**
 * Builds an activity. It holds one timer, which is not moved by requests, and a second one until all was quiet: an idle
 * owner wakes once for each and leaves.
 */
export function createRequestActivity(options: ActivityOptions): RequestActivity {
  let last = options.now();
  let signed = last;
  let active = 0;
  let timer: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let busySince = last;

  const look = (): void => {
    const left = last + options.idleMs - options.now();
    if (active === 0 && left <= 0) options.onIdle();
    else timer = setTimeout(look, active > 0 ? options.idleMs : left);
  };
  timer = setTimeout(look, options.idleMs);

  const listen = (): void => {
    const at = options.now();
    const left = last + options.quietMs - at;
    quiet = active > 0 || left > 0 ? setTimeout(listen, Math.max(left, options.quietMs / 2)) : undefined;
    if (quiet === undefined) options.onQuiet();
    else if (at - busySince >= options.busyMs) {
      busySince = at;
      options.onBusy();
    }
  };

  return {
    begin() {
      active += 1;
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
        active -= 1;
        last = options.now();
      };
    },
    stop() {
      clearTimeout(timer);
      clearTimeout(quiet);
    },
  };
}
