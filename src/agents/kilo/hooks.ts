import { createOpenCodeDialect } from '../shared/opencode/dialect.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'kilo';

/** The dialect of Cairn's plugin in Kilo Code CLI. Pure, and never throws. */
export const DIALECT = createOpenCodeDialect(AGENT_NAME);
