import type { Hello } from '../../api/http-answers.ts';
import type { Uses } from '../../api/methods.ts';
import { CairnError } from '../../core/errors.ts';
import { projectId } from '../../core/model/ids.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { createApp } from '../../http/app.ts';
import type { ServedMemory } from '../../memory/open-served.ts';
import { now } from '../../platform/clock.ts';
import { normalizeRemote } from '../../projects/resolve-project.ts';

/** Answers a call by the memory of one team. */
export type TeamApp = (request: Request) => Promise<Response>;

/** What a path begins with; a remote (`github.com/acme/app`) has a host instead. */
const PATH = /^(?:[./~\\]|[A-Za-z]:[\\/])/;

/** The calls of one team's memory. Whoever asks over HTTP is a program; of its folders this machine knows nothing. */
export function teamUses(memory: Pick<ServedMemory, 'usesFor'>): Uses {
  return withoutPaths(memory.usesFor({ surface: 'http', person: false }));
}

/** The same for an agent that asks by MCP: where its tools say "this project" it is in none here, and asks about all. */
export function agentUses(memory: Pick<ServedMemory, 'usesFor'>): Uses {
  const uses = withoutPaths(memory.usesFor({ surface: 'mcp', person: false, agent: true }));
  const everywhere = Object.entries(uses).map(([name, use]) => [
    name,
    (input: { project?: unknown }, options: never) =>
      use((input.project === '.' ? { ...input, project: '*' } : input) as never, options),
  ]);
  return Object.fromEntries(everywhere) as Uses;
}

/** Builds the routes of `/api/v1/` over the calls of one team. */
export function createTeamApp({
  uses,
  leaving,
  version,
}: {
  uses: Uses;
  leaving: AbortSignal;
  version: string;
}): TeamApp {
  const hello: Hello = { name: 'cairn', version, pid: 0, home: '', startedAt: isoTime(now()) };
  const app = createApp({
    via: 'tcp',
    usesFor: () => uses,
    hello: () => hello,
    leave: () => false,
    listen: async () => {
      throw new CairnError('unsupported', 'A team server listens where its admin said.');
    },
    leaving,
  });
  return async (request) => app.fetch(request);
}

/**
 * The same calls, with projects by id, name or remote alone: a path would be one of this machine, where no project of a member
 * is.
 */
function withoutPaths(uses: Uses): Uses {
  const guarded = Object.entries(uses).map(([name, use]) => [
    name,
    (input: { project?: unknown }, options: never) => {
      const { project } = input;
      if (typeof project !== 'string') return use(input as never, options);
      if (PATH.test(project)) throw noPath(project);
      const isRemote = project.includes('/') || project.includes('@');
      return use({ ...input, project: isRemote ? projectId(normalizeRemote(project)) : project } as never, options);
    },
  ]);
  // Each takes and answers what the use of the same name does.
  return Object.fromEntries(guarded) as Uses;
}

function noPath(project: string): CairnError {
  return new CairnError(
    'invalid_input',
    `project: ${JSON.stringify(project.slice(0, 80))} is a path, of no use here.`,
    {
      fix: 'Give the remote of the project (github.com/acme/app), its name or id.',
    },
  );
}
