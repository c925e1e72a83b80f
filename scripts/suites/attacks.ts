import { named, type Suite } from './suite.ts';

/** What is tried against the product as an attacker would, by group. */
export const ATTACKS: Suite = {
  title: 'Attacks',
  about:
    'Each row is an attack that was run against the product in a home of its own, on loopback: `npm run attack`. Held: nothing of it got through. Many rows stand for several tries with other values.',
  groups: [
    {
      name: 'http',
      about: 'routes with bad credentials, hosts and origins, smuggled and slow requests',
      files: [
        ...named('worker', 'tcp-access', 'tcp-server', 'pages/page-access', 'pages/sign-ins'),
        ...named('http', 'app', 'page-rights'),
        ...named('attacks', 'http-requests'),
      ],
    },
    {
      name: 'local',
      about: 'other users, sockets, modes, homes that were replaced or opened',
      files: [
        ...named('worker', 'strangers', 'stale-sockets', 'bad-home', 'replaced-home'),
        ...named('platform', 'socket-path', 'process/peer-user', 'files'),
        ...named('attacks', 'read-only'),
      ],
    },
    {
      name: 'hooks',
      about: 'hostile payloads on the hook route and through the hook script',
      files: [...named('worker', 'bad-input', 'silent-hooks'), ...named('bin', 'hook-script')],
    },
    {
      name: 'transcripts',
      about: 'lines of transcripts that are named, cut or nested to break their reader',
      files: [...named('attacks', 'hostile-lines'), ...named('agents', 'hostile')],
    },
    {
      name: 'setup',
      about: 'set-up over settings files of every bad form, and back to the byte',
      files: [
        ...named('setup', 'change-files', 'round-trip', 'setup', 'project'),
        ...named('attacks', 'setup-secrets'),
      ],
    },
    {
      name: 'databases',
      about: "other products' databases and exports with hostile contents",
      files: [
        ...named('memory/import', 'import-sources', 'import-facts', 'import-odd-path', 'import-no-files'),
        ...named('platform', 'sqlite/sqlite'),
        ...named('backup', 'backups'),
      ],
    },
    {
      name: 'questions',
      about: 'questions that break a search: naughty strings, 100 kB, random texts of all of Unicode',
      files: named('memory', 'hostile-questions'),
    },
    {
      name: 'read',
      about: 'words that an agent read are told to nobody as a rule',
      files: [...named('attacks', 'read-text', 'commit-subjects', 'pictures'), ...named('memory', 'poison')],
    },
    {
      name: 'pasted',
      about: 'what a person quotes, pastes, negates is no rule',
      files: [
        ...named('attacks', 'pasted-text', 'reported-text', 'passing-words', 'asked-for-words', 'answers'),
        ...named('memory', 'persons-words'),
      ],
    },
    {
      name: 'persons',
      about: 'agents and programs that claim to be a person',
      files: [
        ...named('attacks', 'persons', 'program-prompts', 'forged-files', 'forged-hooks', 'forged-journal'),
        ...named('attacks', 'agent-acts', 'agent-acts-on-guards', 'agent-acts-on-projects', 'unkept-agent-acts'),
        ...named('derive', 'tool/act-of-call', 'event/in-doubt'),
        ...named('platform', 'process/person-terminal'),
      ],
    },
    {
      name: 'guards',
      about: 'agents that loosen what protects a person, or take Cairn out',
      files: [
        ...named('attacks', 'guards', 'agent-pauses', 'same-words'),
        ...named('memory', 'settings/manage-settings'),
      ],
    },
    {
      name: 'tripwires',
      about: 'commands against a rule, spelled otherwise',
      files: [
        ...named('attacks', 'blocks-by-words'),
        ...named('memory', 'tripwires', 'tripwire-record', 'runtime/tripwire-file'),
        ...named('context', 'tripped-by'),
        ...named('bin', 'blocks-without-worker'),
      ],
    },
    {
      name: 'forget',
      about: 'what was forgotten is nowhere in the home, to the byte, and stays so',
      files: [
        ...named('secrets', 'forgotten'),
        ...named(
          'memory',
          ...['forget-distilled', 'forget/search-home', 'forget/forked-copies', 'forget/unfinished'],
          ...['forget/trash', 'forget/only-in-backups', 'forget/backups-kept', 'forget/other-traces'],
          ...['forget/copied-sessions', 'forget/untimed-copies', 'forget/hidden-guards', 'forget/may-erase'],
        ),
      ],
    },
    {
      name: 'team',
      about: 'members, strangers and remotes that forge, replay, end or read what a team shares',
      files: [
        ...named('sync', 'hostile-member', 'hostile-values', 'project-secrets', 'over-before-sharing'),
        ...named('sync', 'withheld-copies', 'withheld-summaries', 'folder/folder-remote'),
        ...named('git', 'exchange-folder', 'hostile-repository'),
      ],
    },
    {
      name: 'excluded',
      about: 'contents of excluded files by every kind of call and prompt, with ordinary calls that lose nothing',
      files: named('ingest', 'excluded/without-excluded'),
    },
    {
      name: 'secrets',
      about: 'secrets on every way in: no file of the home holds one',
      files: named('secrets', 'every-way', 'excluded', 'find-planted', 'long-text', 'names'),
    },
  ],
};
