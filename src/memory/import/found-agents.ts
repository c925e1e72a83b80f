import type { FoundAgent } from '../../api/answers.ts';
import { sum } from '../../core/sum.ts';
import { isoTime } from '../../core/text/calendar.ts';
import type { FoundTranscript } from './find-transcripts.ts';

/** Upper bound on the projects named per agent; the others are counted. */
const PROJECTS_NAMED = 20;

/** Summarises transcripts by agent: number, time span, projects. The agent used last comes first. */
export function foundAgents(found: readonly FoundTranscript[]): FoundAgent[] {
  const byAgent = [...Map.groupBy(found, ({ agent }) => agent)];
  return byAgent.map(([{ name, title }, files]) => {
    const sessions = files.filter(({ isMain }) => isMain);
    const projects = projectsOf(sessions);
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
      projects: projects.slice(0, PROJECTS_NAMED),
      projectsTotal: projects.length,
    };
  });
}

function projectsOf(sessions: readonly FoundTranscript[]): FoundAgent['projects'] {
  const counts = new Map<string, FoundAgent['projects'][number]>();
  for (const { project } of sessions) {
    if (project === undefined) continue;
    const known = counts.get(project.id) ?? { ...project, sessions: 0 };
    counts.set(project.id, { ...known, sessions: known.sessions + 1 });
  }
  return [...counts.values()].sort((one, other) => other.sessions - one.sessions);
}
