import { join } from 'node:path';

/** The folder below a user's home in which Claude Code keeps the transcripts of a project. */
export function claudeFolder(home: string, project: string): string {
  return join(home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'));
}
