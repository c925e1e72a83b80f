import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { pluginText } from '../../../src/agents/shared/opencode/plugin-text.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The hooks of OpenCode that the plugin has, as OpenCode calls them. */
export type Hooks = Record<string, (input: JsonObject, output?: unknown) => Promise<void>>;
/** What the plugin's file exports. */
export type Plugin = (input: { client: object; directory: string }) => Promise<Hooks>;

/** A part of a prompt. */
export interface Part {
  id: string;
  sessionID: string;
  messageID: string;
  type: string;
  text: string;
  synthetic?: boolean;
}

/** The plugin in an instance of OpenCode. */
export interface LoadedPlugin {
  hooks: Hooks;
  /** Loads the same plugin from another file into the same instance of OpenCode. */
  again(): Promise<Hooks>;
  /** Loads it again, as another start of OpenCode does. */
  restart(): Promise<Hooks>;
  /** Leaves the file that says that a tripwire waits, and the mode. */
  arm(mode: string): void;
  /** What the hook was sent so far. */
  sent(): { event: string; payload: JsonObject }[];
}

/**
 * The plugin as OpenCode loads it, with a hook that notes what it gets and answers with the lines given. It waits for an
 * answer as long as that takes, on a machine that is busy too, unless it is to keep to its `ownTime`.
 */
export async function loadPlugin(context: TestContext, answer: string, ownTime = false): Promise<LoadedPlugin> {
  const folder = temporaryFolder(context);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const [hook, log] = [join(bin, 'hook it'), join(bin, 'hook it.asked')];
  writeFileSync(hook, `#!/bin/sh\nprintf '%s %s\\n' "$2" "$(cat)" >>'${log}'\n${answer}\n`);
  chmodSync(hook, 0o700);
  let starts = 0;
  const from = async (name: string, client: object): Promise<Hooks> => {
    const path = join(folder, name);
    writeFileSync(
      path,
      ownTime ? pluginText('opencode', hook) : pluginText('opencode', hook).replace(/(?<=_MS = )\d+/g, '60000'),
    );
    const { Cairn } = (await import(pathToFileURL(path).href)) as { Cairn: Plugin };
    return Cairn({ client, directory: '/home/dev/shop' });
  };
  const client = {};
  return {
    hooks: await from('cairn.mjs', client),
    again: () => from('again.mjs', client),
    restart: () => {
      starts += 1;
      return from(`restart-${starts}.mjs`, {});
    },
    arm: (mode) => writeFileSync(join(folder, 'tripwires'), `${mode}\n`),
    sent: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).map(toSent),
  };
}

function toSent(line: string): { event: string; payload: JsonObject } {
  const space = line.indexOf(' ');
  return { event: line.slice(0, space), payload: JSON.parse(line.slice(space)) as JsonObject };
}
