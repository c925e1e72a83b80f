import { scopedPath } from '../app/scope.ts';
import { Icon } from './icon.tsx';
import { Line } from './stored-text.tsx';

/**
 * Issues and pull requests by their names, each a link to the sessions that name it. `project`: the one they were named in, to
 * which a bare `#12` belongs.
 */
export function IssueLinks({ issues, project }: { issues: readonly string[]; project?: string | undefined }) {
  return (
    <span class="issues">
      {issues.map((name) => (
        <a key={name} class="link" href={sessionsOf(name, project)} title={`Sessions that name ${name}`}>
          <Icon name="link" small />
          <Line text={name} />
        </a>
      ))}
    </span>
  );
}

function sessionsOf(name: string, project: string | undefined): string {
  const isBare = /^[#!]/.test(name);
  const query = new URLSearchParams({ issue: name, ...(isBare && project !== undefined && { project }) });
  return query.has('project') ? `/sessions?${query}` : scopedPath(`/sessions?${query}`);
}
