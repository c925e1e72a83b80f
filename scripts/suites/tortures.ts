import { named, type Suite } from './suite.ts';

/** What is done to the product as a bad day would, by group. */
export const TORTURES: Suite = {
  title: 'Torture',
  about:
    'Each row is a fault that was made happen to the running product: `npm run torture`. Held: no acknowledged event was lost or doubled, and it went on.',
  groups: [
    {
      name: 'kill',
      about: 'SIGKILL at random moments',
      files: [...named('worker', 'kill', 'hook-kill', 'embed-kill'), ...named('torture', 'kill')],
    },
    {
      name: 'power',
      about: 'the power is cut at any moment: what was not synced is kept, dropped or torn at sectors',
      files: named('torture', 'power-cut'),
    },
    {
      name: 'calls',
      about: 'write, sync, open, truncate, rename, unlink fail once and from then on: EIO, ENOSPC, EMFILE',
      files: named('torture', 'failing-calls'),
    },
    {
      name: 'disk',
      about:
        'full, read-only, locked by another program, read by one that never ends, databases that are damaged or newer',
      files: [...named('worker', 'bad-home', 'journal-intake', 'replaced-home'), ...named('torture', 'endless-reader')],
    },
    {
      name: 'rot',
      about: 'damaged pages, damaged backups',
      files: [...named('store/sqlite/salvage', 'salvage-database'), ...named('backup', 'backups')],
    },
    {
      name: 'clock',
      about: 'a day back, ten years on, ten years back',
      files: [...named('torture', 'clock'), ...named('platform/http', 'circuit-breaker')],
    },
    {
      name: 'processes',
      about: 'a worker that hangs, ten at once, a hundred sessions',
      files: [
        ...named('worker', 'hung-worker'),
        ...named('platform/sqlite', 'home-lock'),
        ...named('torture', 'ten-workers'),
      ],
    },
    {
      name: 'schema',
      about: 'migrations killed at any step from every version, an old program on new data',
      files: [...named('torture', 'migration-kill'), ...named('store/sqlite/engine', 'migrate')],
    },
    {
      name: 'simulation',
      about: 'random operations against a plain model',
      files: named('torture', 'simulation'),
    },
    {
      name: 'ways',
      about: 'a session of every agent by hooks and transcripts: cut, late, repeated, interrupted',
      files: named('agents', 'exactly-once'),
    },
  ],
};
