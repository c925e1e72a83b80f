import type { FoundAgent } from '../../api/answers.ts';
import { sum } from '../../core/sum.ts';
import { isoTime } from '../../core/text/calendar.ts';
import type { Importer } from '../../importers/contract.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import type { ProjectResolver } from '../../projects/resolve-project.ts';
import type { FoundTranscript } from './find-transcripts.ts';

/** Upper bound on the projects named per agent or product; the others are counted. */
const PROJECTS_NAMED = 20;

/** Summarises transcripts by agent: number, time span, projects. The agent used last comes first. */
export function foundAgents(found: readonly FoundTranscript[]): FoundAgent[] {
  const byAgent = [...Map.groupBy(found, ({ agent }) => agent)];
  return byAgent.map(([{ name, title }, files]) => {
    const sessions = files.filter(({ isMain }) => isMain);
    return {
      agent: name,
      title,
      sessions: sessions.length,
      files: files.length,
      bytes: sum(files.map(({ file }) => file.sizeBytes)),
      filesKnown: files.filter(({ isKnown }) => isKnown).length,
      bytesKnown: sum(files.map(({ file, leftBytes }) => file.sizeBytes - leftBytes)),
      firstAt: isoTime(
        Math.min(...files.map(({ file, startedAt }) => Math.min(startedAt ?? file.modifiedAt, file.modifiedAt))),
      ),
      lastAt: isoTime(Math.max(...files.map(({ file }) => file.modifiedAt))),
      ...countProjects(sessions.map(({ project }) => project)),
    };
  });
}

/** Summarises a database before it is imported: sessions, time span, projects. */
export class FoundSource {
  readonly #file: { source: Importer; sizeBytes: number };
  readonly #resolve: ProjectResolver;
  readonly #sessions = new Map<string, { id: string; name: string } | undefined>();
  #firstAt = Number.POSITIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(file: { source: Importer; sizeBytes: number }, resolve: ProjectResolver) {
    this.#file = file;
    this.#resolve = resolve;
  }

  add({ raw, project }: ImportedEvent): void {
    this.#firstAt = Math.min(this.#firstAt, raw.at);
    this.#lastAt = Math.max(this.#lastAt, raw.at);
    if (this.#sessions.get(raw.agentSession) !== undefined) return;
    const ofFolder = raw.cwd === undefined ? undefined : this.#resolve(raw.cwd);
    this.#sessions.set(raw.agentSession, project === undefined || project === 'none' ? ofFolder : project);
  }

  /** The summary in the form of an agent's; `undefined` while nothing was found. */
  get found(): FoundAgent | undefined {
    if (this.#sessions.size === 0) return undefined;
    const { source, sizeBytes } = this.#file;
    return {
      agent: source.name,
      title: source.title,
      sessions: this.#sessions.size,
      files: 1,
      bytes: sizeBytes,
      filesKnown: 0,
      bytesKnown: 0,
      firstAt: isoTime(this.#firstAt),
      lastAt: isoTime(this.#lastAt),
      ...countProjects(this.#sessions.values()),
    };
  }
}

/** The projects of sessions, those with the most sessions first. */
function countProjects(
  projects: Iterable<{ id: string; name: string } | undefined>,
): Pick<FoundAgent, 'projects' | 'projectsTotal'> {
  const counts = new Map<string, FoundAgent['projects'][number]>();
  for (const project of projects) {
    if (project === undefined) continue;
    const { id, name } = project;
    counts.set(id, { id, name, sessions: (counts.get(id)?.sessions ?? 0) + 1 });
  }
  const all = [...counts.values()].sort((one, other) => other.sessions - one.sessions);
  return { projects: all.slice(0, PROJECTS_NAMED), projectsTotal: all.length };
}
