import { MCP_SESSION, NO_SESSION } from '../../../core/model/own-sessions.ts';
import { type Sql, toSql } from './filter.ts';

/** The condition on the table `sessions AS s` that leaves out the sessions of Cairn's own surfaces. */
export function ofWork(): Sql {
  return toSql(
    "s.agent_session <> ? AND s.agent <> 'sync' AND NOT (s.agent = 'mcp' AND s.agent_session GLOB ?)",
    NO_SESSION,
    `${MCP_SESSION}*`,
  );
}
