import type { FoundAgent } from '../../api/answers.ts';
import type { Importer } from '../../importers/contract.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import type { ProjectResolver } from '../../projects/resolve-project.ts';

/** Upper bound on the projects named; the others are counted. */
const PROJECTS_NAMED = 20;

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
    const row = project === undefined || project === 'none' ? ofFolder : project;
    this.#sessions.set(raw.agentSession, row && { id: row.id, name: row.name });
  }

  /** The summary in the form of an agent's; `undefined` while nothing was found. */
  get found(): FoundAgent | undefined {
    if (this.#sessions.size === 0) return undefined;
    const { source, sizeBytes } = this.#file;
    const projects = new Map<string, FoundAgent['projects'][number]>();
    for (const project of this.#sessions.values()) {
      if (project === undefined) continue;
      const { sessions } = projects.get(project.id) ?? { sessions: 0 };
      projects.set(project.id, { ...project, sessions: sessions + 1 });
    }
    return {
      agent: source.name,
      title: source.title,
      sessions: this.#sessions.size,
      files: 1,
      bytes: sizeBytes,
      filesKnown: 0,
      bytesKnown: 0,
      firstAt: new Date(this.#firstAt).toISOString(),
      lastAt: new Date(this.#lastAt).toISOString(),
      projects: [...projects.values()].sort((a, b) => b.sessions - a.sessions).slice(0, PROJECTS_NAMED),
      projectsTotal: projects.size,
    };
  }
}
