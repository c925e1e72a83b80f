// agents/pi: all that is known of pi — what it can do, what Cairn's extension in it sends, where its sessions lie. The form
// of these, which OpenClaw shares, is in `agents/shared`.

import { existsSync } from 'node:fs';
import type { Agent } from '../shared/contract.ts';
import { createPiParser } from '../shared/dialects/pi-transcript.ts';
import { CAPABILITIES } from './capabilities.ts';
import { AGENT_NAME, DIALECT } from './hooks.ts';
import { agentFolder, findTranscripts, sessionOf, sessionsFolder } from './places.ts';
import { planSetup, planUninstall } from './setup.ts';

/** pi as a row of the registry. */
export const PI: Agent = {
  name: AGENT_NAME,
  title: 'pi',
  command: 'pi',
  resume: 'pi --session {id}',
  readerVersion: 1,
  capabilities: CAPABILITIES,
  dialect: DIALECT,
  detect: (environment) => existsSync(agentFolder(environment)),
  workFolders: (environment) => [sessionsFolder(environment)],
  findTranscripts,
  createParser: ({ path }, state) => createPiParser(AGENT_NAME, sessionOf(path), state),
  planSetup,
  planUninstall,
};
