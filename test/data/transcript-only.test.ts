import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findAgent } from '../../src/agents/registry.ts';
import { asObject, asString, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import type { RawEvent, Skipped } from '../../src/core/model/event.ts';
import { readTranscript, skippedLines } from '../agents/read-lines.ts';

const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));

/** The recorded sessions of an agent, and how to find the texts of user and assistant in a record, told by nobody of ours. */
const RECORDED: Readonly<Record<string, { folder: string; ending: string; texts: (record: JsonObject) => string[] }>> =
  {
    pi: { folder: 'transcripts/agents/pi', ending: '.jsonl', texts: textsOfPi },
    openclaw: { folder: 'transcripts/agents/openclaw', ending: '.jsonl', texts: textsOfPi },
    grok: {
      folder: 'transcripts/agents/grok',
      ending: 'chat_history.jsonl',
      texts: (record) => (isSaid(record.type) && record.synthetic_reason === undefined ? textsOf(record.content) : []),
    },
    hermes: {
      folder: 'transcripts/agents/hermes',
      ending: '.json',
      texts: ({ messages }) => {
        const said = Array.isArray(messages) ? messages.filter(isJsonObject).filter(({ role }) => isSaid(role)) : [];
        return said.flatMap(({ content }) => textsOf(content));
      },
    },
    'kimi-cli': {
      folder: 'transcripts/kimi',
      ending: 'wire.jsonl',
      texts: ({ message }) => {
        const { type, payload } = asObject(message);
        if (type === 'TurnBegin' || type === 'SteerInput') return textsOf(asObject(payload).user_input);
        return type === 'ContentPart' ? textsOf([payload ?? null]) : [];
      },
    },
  };

function isSaid(role: JsonValue | undefined): boolean {
  return role === 'user' || role === 'assistant';
}

function textsOfPi({ message }: JsonObject): string[] {
  return isSaid(asObject(message).role) ? textsOf(asObject(message).content) : [];
}

function textsOf(content: JsonValue | undefined): string[] {
  if (typeof content === 'string') return [content];
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.flatMap(({ type, text }) => (type === 'text' ? [asString(text) ?? ''] : []));
}

function filesBelow(folder: string, ending: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Characters of what a person would read, white space apart. */
function weigh(texts: readonly string[]): number {
  return texts.join('').replace(/\s/g, '').length;
}

function readSession(name: string, path: string): { events: RawEvent[]; skipped: Skipped; isCounted: boolean } {
  const agent = findAgent(name);
  assert.ok(agent);
  const snapshot = agent.createSnapshot?.({ path });
  if (snapshot !== undefined) return { events: [...snapshot.steps()].flat(), ...snapshot.counts(), isCounted: true };
  const { events, lines, read, skipped } = readTranscript(path, agent.createParser({ path }));
  return { events, skipped, isCounted: read + skippedLines(skipped) === lines };
}

suite('recorded sessions of agents that have transcripts alone', () => {
  for (const [name, { folder, ending, texts }] of Object.entries(RECORDED)) {
    test(`${name}: what was said comes whole, and every line is read or counted`, (context) => {
      const skipped: Skipped = {};
      let [there, told] = [0, 0];
      for (const path of filesBelow(join(DATA, folder), ending)) {
        const text = readFileSync(path, 'utf8');
        const records = ending.endsWith('.json') ? [parseJson(text)] : text.split('\n').map(parseJson);
        there += weigh(records.filter(isJsonObject).flatMap(texts));
        const session = readSession(name, path);
        assert.ok(session.isCounted, path);
        told += weigh(
          session.events.flatMap(({ body }) => ('text' in body && isMessage(body.kind) ? [body.text ?? ''] : [])),
        );
        for (const [type, count] of Object.entries(session.skipped)) skipped[type] = (skipped[type] ?? 0) + count;
      }
      context.diagnostic(`${name}: ${told} of ${there} characters; skipped ${JSON.stringify(skipped)}`);
      assert.ok(there > 0 && told >= there * 0.995, `${told} of ${there} characters`);
    });
  }
});

function isMessage(kind: string): boolean {
  return kind === 'prompt' || kind === 'message';
}
