import { CairnError } from '../../core/errors.ts';
import { asObject, asString, parseJson } from '../../core/json.ts';
import { projectId } from '../../core/model/ids.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { issueMentions } from '../../core/text/issue-names.ts';
import { normalizeRemote } from '../../projects/resolve-project.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { findIssues, mentioningRecords } from '../../store/postgres/team/tracked-issues.ts';

/** Path of the route. */
export const ISSUES_PATH = '/v1/issues';

/** Ids of memories that are named of one issue. */
const MEMORIES = 20;
const REMOTE_CHARS = 500;
/** How the issues and pull requests stand that memories of a project mention, the latest change first. */
export async function answerIssues(engine: Engine, request: Request): Promise<Response> {
  const named = new URL(request.url).searchParams.get('project') ?? '';
  if (named === '' || named.length > REMOTE_CHARS)
    throw new CairnError('invalid_input', 'project: the remote of a project.', { fix: '?project=github.com/acme/app' });
  const identity = normalizeRemote(named);
  const project = projectId(identity);
  const memories = new Map<number, Set<string>>();
  for (const { target, json } of await mentioningRecords(engine, project)) {
    for (const number of mentionedIn(wordsOf(json), identity)) {
      const of = memories.get(number) ?? new Set();
      if (of.size < MEMORIES) memories.set(number, of.add(target));
    }
  }
  const issues = await findIssues(engine, project, [...memories.keys()]);
  return Response.json({
    issues: issues.map(({ number, kind, state, updatedAt }) => ({
      number,
      kind,
      state,
      updatedAt: isoTime(updatedAt),
      memories: [...(memories.get(number) ?? [])],
    })),
  });
}

function wordsOf(json: string): string {
  const item = asObject(asObject(asObject(parseJson(json)).memory).item);
  return `${asString(item.title) ?? ''}\n${asString(item.text) ?? ''}`;
}

/** Numbers of the issues of a project that a text names: `#12`, `acme/app#12`, or the address of one on its own host. */
export function mentionedIn(text: string, identity: string): Set<number> {
  const [ownHost = '', ...path] = identity.toLowerCase().split('/');
  const own = `/${path.join('/')}`;
  const numbers = new Set<number>();
  for (const { name, host } of issueMentions(text)) {
    const [, repository, number] = /^(.*)#(\d+)$/.exec(name) ?? [];
    const isOwn = repository === '' || own.endsWith(`/${repository}`);
    if (number !== undefined && isOwn && (host === undefined || host === ownHost)) numbers.add(Number(number));
  }
  return numbers;
}
