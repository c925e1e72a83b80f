import { asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import { projectId } from '../../core/model/ids.ts';
import { normalizeRemote } from '../../projects/resolve-project.ts';
import type { TrackedIssue } from '../../store/postgres/team/tracked-issues.ts';

/** What a call tells: an issue or pull request of a project. */
export interface ToldIssue {
  project: string;
  issue: TrackedIssue;
}

/** Actions after which there is no such issue any more. */
const GONE = ['deleted', 'transferred'];

/**
 * What a call of GitHub tells, by its event's name and its body; `undefined` for what is neither an issue nor a pull request.
 * The form is that of GitHub's events `issues` and `pull_request`.
 */
export function readGithubEvent(event: string, value: JsonValue | undefined): ToldIssue | undefined {
  const body = asObject(value);
  const told = event === 'issues' ? asObject(body.issue) : event === 'pull_request' ? asObject(body.pull_request) : {};
  const { number } = told;
  const repository = asString(asObject(body.repository).html_url);
  const updatedAt = Date.parse(asString(told.updated_at) ?? '');
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return undefined;
  if (repository === undefined || !URL.canParse(repository) || Number.isNaN(updatedAt)) return undefined;
  const kind = event === 'issues' ? 'issue' : 'pull';
  const state = GONE.includes(asString(body.action) ?? '') ? 'gone' : stateOf(told);
  return { project: projectId(normalizeRemote(repository)), issue: { number, kind, state, updatedAt } };
}

function stateOf({ state, merged }: JsonObject): TrackedIssue['state'] {
  if (merged === true) return 'merged';
  return state === 'closed' ? 'closed' : 'open';
}
