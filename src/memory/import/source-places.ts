import { projectId } from '../../core/model/ids.ts';
import { baseName, oneLine } from '../../core/text/text.ts';
import { itemPath } from '../../derive/tool/project-paths.ts';
import type { ImportStep } from '../../importers/read-source.ts';
import type { ImportedEvent } from '../../ingest/intake.ts';
import { redact } from '../../privacy/redact.ts';
import type { Log, ProjectRow, SessionRow } from '../../store/contract/log.ts';

const NAME_CHARS = 200;

/**
 * Finds the projects of events without a folder: that of the session in the log, preferring this product's own session
 * over an agent's with the same id; otherwise by the project's name.
 */
export class SourceContexts {
  readonly #log: Log;
  readonly #agent: string;
  readonly #sessions = new Map<string, SessionRow | undefined>();
  #projects: ProjectRow[] | undefined;

  constructor(log: Log, agent: string) {
    this.#log = log;
    this.#agent = agent;
  }

  /** The event with its folder or its project. */
  async place({ raw, project }: ImportStep['told'][number]): Promise<ImportedEvent> {
    if (raw.cwd !== undefined) return toBrought(raw, raw.cwd);
    const session = await this.#sessionOf(raw.agentSession);
    if (session?.cwd !== undefined) return toBrought(raw, session.cwd);
    const projects = await this.#allProjects();
    const known = projects.find(({ id }) => id === session?.project);
    if (known !== undefined) return { raw, authority: 1, project: known };
    const named = project === undefined ? '' : redact(oneLine(project).slice(0, NAME_CHARS)).text;
    const called = projects.filter((row) => row.name === named && row.joined === undefined && row.root !== undefined);
    if (called.length === 1) return toBrought(raw, called[0]?.root);
    if (named === '') return { raw, authority: 1 };
    return { raw, authority: 1, project: { id: projectId(named), identity: named, name: baseName(named) } };
  }

  async #sessionOf(name: string): Promise<SessionRow | undefined> {
    if (!this.#sessions.has(name)) {
      const rows = (await this.#log.sessions({ named: name, limit: 10 })).filter((row) => row.project !== undefined);
      this.#sessions.set(name, rows.find(({ agent }) => agent === this.#agent) ?? rows[0]);
    }
    return this.#sessions.get(name);
  }

  async #allProjects(): Promise<readonly ProjectRow[]> {
    this.#projects ??= await this.#log.projects();
    return this.#projects;
  }
}

/** What the session had read is unknown, as with events from hooks alone: an agent's words count as exposed. */
function toBrought(raw: ImportedEvent['raw'], cwd: string | undefined): ImportedEvent {
  return { raw: cwd === undefined ? raw : withPaths({ ...raw, cwd }, cwd), authority: 1 };
}

/** Paths of a note as items carry them: relative to the folder when they are below it. */
function withPaths(raw: ImportedEvent['raw'], cwd: string): ImportedEvent['raw'] {
  if (raw.body.kind !== 'noted') return raw;
  const detail = { ...raw.body.detail };
  for (const field of ['filesRead', 'filesChanged'] as const) {
    const paths = detail[field];
    if (paths !== undefined) detail[field] = paths.map((path) => itemPath(path, { projectRoot: cwd }));
  }
  return { ...raw, body: { ...raw.body, detail } };
}
