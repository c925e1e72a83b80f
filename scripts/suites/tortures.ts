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
  ],
};
