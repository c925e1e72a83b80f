// derive/session/findings: finds in one session what may be a pattern: errors and fixes, files that change together, checks.
// The reducers of a session are listed in `session-reducers.ts`.

import type { JsonObject } from '../../../core/json.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { ItemId, ProjectId } from '../../../core/model/ids.ts';
import type { PatternKind } from '../../../core/model/kinds.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { FINDING_AUTHORS } from '../../pattern/derive-pattern.ts';
import type { DistilledSession } from '../session-reducer.ts';

/** One occurrence of a possible pattern in a session. */
export interface FindingSighting {
  kind: PatternKind;
  key: string;
  /** The project for which it is, of what is stated; of anything else that of the session. */
  project?: ProjectId | undefined;
  at: number;
  evidence: readonly ItemId[];
  files?: readonly string[];
  author: Finding['author'];
  exposed: boolean;
  label: string;
  detail?: JsonObject;
  /** True when it adds evidence without counting as an occurrence. */
  uncounted?: boolean;
}

type FindingName = Pick<FindingSighting, 'kind' | 'key' | 'project'>;

/** Upper bounds on the findings of a session by kind; lower for kinds that matter only when they recur. */
const MOST: Readonly<Record<PatternKind, number>> = {
  error: 64,
  fix: 64,
  decision: 64,
  preference: 64,
  tripwire: 64,
  architecture: 36,
  workflow: 1,
};
/** Findings kept while a session is read, more than are listed, so that later ones can still outweigh earlier ones. */
const KEPT = 512;
const MAX_EVIDENCE = 8;
const MAX_FILES = 8;

/** The findings of one session, at most 64 of a kind: those with the highest count, of equal ones the latest. */
export class FindingSet {
  readonly #session: DistilledSession;
  readonly #byKey = new Map<string, Finding>();

  constructor(session: DistilledSession) {
    this.#session = session;
  }

  get(sighting: FindingName): Finding | undefined {
    return this.#byKey.get(this.#nameOf(sighting));
  }

  /** Adds a sighting to the finding of its kind and key. */
  add(sighting: FindingSighting): Finding {
    const name = this.#nameOf(sighting);
    const before = this.#byKey.get(name);
    const finding = before === undefined ? toFinding(this.#session, sighting) : joined(before, sighting);
    this.#byKey.delete(name);
    this.#byKey.set(name, finding);
    if (this.#byKey.size > KEPT * 2) this.#trim();
    return finding;
  }

  list(): Finding[] {
    const byKind = Map.groupBy(this.#byKey.values(), ({ kind }) => kind);
    return [...byKind].flatMap(([kind, findings]) => findings.sort(byWeight).slice(0, MOST[kind]));
  }

  #nameOf(sighting: FindingName): string {
    return `${sighting.kind}\0${projectIn(this.#session, sighting) ?? ''}\0${sighting.key}`;
  }

  #trim(): void {
    const kept = [...this.#byKey].sort(([, one], [, other]) => byWeight(one, other)).slice(0, KEPT);
    this.#byKey.clear();
    for (const [name, finding] of kept) this.#byKey.set(name, finding);
  }
}

function toFinding(session: DistilledSession, sighting: FindingSighting): Finding {
  const project = projectIn(session, sighting);
  return {
    session: session.id,
    ...omitUndefined({ project }),
    kind: sighting.kind,
    key: sighting.key,
    firstAt: sighting.at,
    lastAt: sighting.at,
    count: sighting.uncounted === true ? 0 : 1,
    evidence: firstOf(sighting.evidence, MAX_EVIDENCE),
    files: firstOf(sighting.files ?? [], MAX_FILES),
    author: sighting.author,
    exposed: sighting.exposed,
    label: sighting.label,
    detail: sighting.detail ?? {},
  };
}

function projectIn(session: DistilledSession, sighting: FindingName): ProjectId | undefined {
  return 'project' in sighting ? sighting.project : session.project;
}

function joined(finding: Finding, sighting: FindingSighting): Finding {
  return {
    ...finding,
    firstAt: Math.min(finding.firstAt, sighting.at),
    lastAt: Math.max(finding.lastAt, sighting.at),
    count: finding.count + (sighting.uncounted === true ? 0 : 1),
    evidence: firstOf([...finding.evidence, ...sighting.evidence], MAX_EVIDENCE),
    files: firstOf([...finding.files, ...(sighting.files ?? [])], MAX_FILES),
    author: FINDING_AUTHORS.find((author) => author === finding.author || author === sighting.author) ?? 'tool',
    exposed: finding.exposed || sighting.exposed,
    detail: { ...finding.detail, ...sighting.detail },
  };
}

function byWeight(one: Finding, other: Finding): number {
  return other.count - one.count || other.lastAt - one.lastAt || (one.key < other.key ? -1 : 1);
}

function firstOf<Value>(values: readonly Value[], most: number): Value[] {
  return [...new Set(values)].slice(0, most);
}
