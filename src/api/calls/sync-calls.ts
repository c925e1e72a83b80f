import { type CallTable, write } from './call.ts';
import { boolean, integer, text, texts } from './fields.ts';

/** Kinds of memories that can be shared. */
const KINDS = ['knowledge', 'summaries', 'patterns', 'notes', 'topics', 'commits'] as const;

/** Calls about what a home shares with the others of a team, and what it tells other programs. */
export const SYNC_CALLS = {
  sync: {
    ...write(
      'Tells how this home takes part in a team, hands on and takes in now, or changes what is shared, which only a person may.',
    ),
    unbounded: true,
    looks: ['runs', 'forgotten'],
    input: {
      run: boolean('Hand on what waits and take in what others shared, now.'),
      /** True: nothing leaves and nothing is taken in; false, which only a person may say: it goes on. */
      pause: boolean(
        'Nothing leaves and nothing is taken in from now on; false: it goes on, which only a person says.',
      ),
      runs: integer('Report so many of the last runs.', 1, 200),
      forgotten: texts(
        'Tell who has not confirmed these yet: ids of what was forgotten or is shared no more, as "forget" gave them.',
      ),
      /** An absolute path, or the address of a server. */
      add: text(
        'Take part by this remote: the absolute path of a folder that the team shares, or the address of its server.',
      ),
      member: text('With add: the name that the others see.'),
      keyFile: text(
        "With add, for a folder: absolute path of the file with the team's key; a new one is made where there is none.",
      ),
      passphrase: text("With add, for a folder: the team's passphrase, of at least 12 characters."),
      token: text('With add, for a server: the token that it gave.'),
      insecure: boolean(
        'With add: the server may be one without TLS, in a private network: whoever is on the way can read token and memories.',
      ),
      git: boolean(
        'With add, for a folder: it is the checkout of a git repository, which is fetched and pushed with each run.',
      ),
      remove: boolean('Take part no more; what was shared stays with the others, what they shared stays here.'),
      share: text('A project that is to be shared, by a path inside it, its name or id: first as a plan with a token.'),
      kinds: texts('With share: which kinds of memories; default knowledge, summaries and patterns.', {
        choices: KINDS,
        least: 1,
      }),
      along: texts('With share: ids of projects that are about to be merged into it, and are to be shared with it.'),
      confirm: text('With share: the token of the plan.'),
      unshare: text('A project that is shared no more: what was shared of it is erased at the others.'),
      keep: texts('Ids of memories that are never shared; what was shared of them is erased at the others.'),
      release: texts('Ids of memories that may be shared again.'),
    },
  },
  webhooks: {
    ...write('Tells the addresses that hear what happens, and how far they are; sends each a test message first.'),
    looks: [],
    unbounded: true,
    input: { test: boolean('Send each address a test message now.') },
  },
} as const satisfies CallTable;
