import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CodeHit, CodeOutline } from '../../src/api/work-answers.ts';
import { LANGUAGES, languageOf } from '../../src/code/languages/languages.ts';
import type { SymbolKind } from '../../src/core/model/symbol-kinds.ts';
import { readProject, sample } from './support.ts';

/** The symbols of each language's sample in order; `>` for each that holds it. None of them is within a function. */
const SAMPLES: Readonly<Record<string, string>> = {
  'sample.ts':
    'constant LIMIT, class Queue, >field #jobs, >method constructor, >method retry, >method run, interface Options, >field times, type Name, enum Color, function double, function parse, >function inner, function outside, module Shapes, >class Circle',
  'sample.tsx': 'interface Props, >field name, function Button, function Row',
  'sample.js':
    'constant fs, function read, class Store, >field count, >method get, function write, function Later, function drop',
  'sample.py': 'constant LIMIT, function read, class Queue, >field size, >method retry',
  'sample.go':
    'constant Limit, constant shared, struct Queue, >field jobs, interface Runner, >method Run, type Name, method Retry, function parse',
  'sample.rs':
    'constant LIMIT, struct Queue, >field jobs, enum Color, >constant Red, trait Runner, >method run, class Queue<T>, >method retry, module inner, >function parse, macro square, type Name',
  'Sample.java':
    'class Queue, >field LIMIT, >method Queue, >method retry, interface Runner, >method run, enum Color, >constant RED, >constant GREEN, class Point',
  'sample.c':
    'macro SQUARE, struct queue, type queue_t, enum color, constant shared, function retry, function retry, function parse',
  'sample.cpp':
    'module shop, >class Queue, >>method Queue, >>method ~Queue, >>method retry, >>field size_, >type Name, >enum Color, >function Queue<T>::Queue, >function parse',
  'Sample.cs':
    'module Shop, >class Queue, >>field Limit, >>field Size, >>method Queue, >>method Retry, >interface IRunner, >>method Run, >enum Color, >>constant Red, >class Point, >struct Pair, >>field A',
  'sample.rb': 'module Shop, >constant LIMIT, >class Queue, >>method initialize, >>method retry, >>method parse',
  'sample.php':
    'module Shop, constant LIMIT, class Queue, >field $size, >method __construct, >method retry, interface Runner, >method run, trait Counts, enum Color, >constant Red, function parse',
  'sample.sh': 'constant LIMIT, constant SHARED, function retry, function parse',
  'Sample.kt':
    'constant LIMIT, class Queue, >field jobs, >method retry, class Runner, >method run, class Registry, function parse, type Name',
  'sample.swift':
    'constant limit, class Queue, >field size, >method retry, interface Runner, >method run, class Point, >field x, function parse',
  'sample.scala':
    'class Queue, >field jobs, >method retry, trait Runner, >method run, module Registry, >function parse',
  'sample.lua': 'function Queue.retry, function parse',
  'sample.ps1': 'function Invoke-Retry, class Queue, >method Retry',
};

/** Languages whose sample has no symbol with a comment above: their grammar keeps comments elsewhere, or it has none. */
const WITHOUT_DOC = new Set(['sample.ps1']);

test('every language has a sample', () => {
  const read = Object.keys(SAMPLES).map((name) => languageOf(name, '')?.name);
  assert.deepEqual(read.sort(), LANGUAGES.map(({ name }) => name).sort());
});

test('a file without an ending is told by its first line', () => {
  const named = (line: string): string | undefined => languageOf('bin/tool', `${line}\n`)?.name;
  assert.equal(named('#!/bin/sh'), 'bash');
  assert.equal(named('#!/usr/bin/env -S node --test'), 'javascript');
  assert.equal(named('#! /usr/bin/python3'), 'python');
  assert.equal(named('plain words'), undefined);
  assert.equal(languageOf('.env', '#!/bin/sh')?.name, 'bash');
});

test('names the symbols with signature, comment and lines', async (context) => {
  const files = Object.fromEntries(Object.keys(SAMPLES).map((name) => [name, sample(name)]));
  const { root, code } = readProject(context, files);
  for (const [name, wanted] of Object.entries(SAMPLES)) {
    await context.test(name, async () => {
      const { symbols, notes } = await code.ask('outline', { root, path: name });
      assert.deepEqual(notes, []);
      const found = symbols.map((symbol) => `${'>'.repeat(symbol.depth)}${symbol.kind} ${symbol.name}`);
      assert.equal(found.join(', '), wanted);
      const lines = sample(name).split('\n');
      for (const { name: own, signature, line, endLine } of symbols) {
        const [first = '', last = ''] = [lines[line - 1], lines[endLine - 1]];
        assert.ok(first.trim() !== '' && last.trim() !== '', `${own} ${line}-${endLine}`);
        assert.ok(signature.includes(own.replace(/^.*::/, '')), `${own}: ${signature}`);
        assert.doesNotMatch(signature, /[{=(,;]$/, own);
      }
      const said = symbols.map(({ doc }) => doc).filter((doc) => doc !== undefined);
      assert.equal(said.length > 0, !WITHOUT_DOC.has(name));
      for (const doc of said) assert.match(doc, /^[A-Z][^*#/]+\.$/);
    });
  }
});

/** A symbol of each sample that has comments: its kind, name, line, signature and comment, and a word of its signature. */
const FOUND: Readonly<Record<string, [string, string, number, string, string, string]>> = {
  'sample.ts': [
    'method',
    'retry',
    15,
    'async retry(job: T, { times = 3 }: Options = {}): Promise<void>',
    'Puts a job back.',
    'Promise',
  ],
  'sample.tsx': ['function', 'Button', 6, 'export function Button({ name }: Props)', 'A button.', 'Props'],
  'sample.js': ['function', 'read', 4, 'function read(path)', 'Reads a file.', 'path'],
  'sample.py': [
    'function',
    'read',
    7,
    '@cache def read(path: str, *, mode: str = "r") -> bytes',
    'Reads a file.',
    'mode',
  ],
  'sample.go': [
    'method',
    'Retry',
    20,
    'func (q *Queue) Retry(job Job, times int) error',
    'Retry puts a job back.',
    'times',
  ],
  'sample.rs': ['method', 'retry', 20, 'pub fn retry(&mut self, job: T) -> Option<T>', 'Puts a job back.', 'Option'],
  'Sample.java': [
    'method',
    'retry',
    16,
    '@Override public boolean retry(T job, int times) throws IOException',
    'Puts a job back.',
    'IOException',
  ],
  'sample.c': ['function', 'retry', 19, 'int retry(struct queue *q, int times)', 'Puts a job back.', 'times'],
  'sample.cpp': ['method', 'retry', 13, 'bool retry(const T& job, int times = 3)', 'Puts a job back.', 'times'],
  'Sample.cs': [
    'method',
    'Retry',
    18,
    'public async Task<bool> Retry(T job, int times = 3)',
    'Puts a job back.',
    'Task',
  ],
  'sample.rb': ['method', 'retry', 13, 'def retry(job, times: 3)', 'Puts a job back.', 'times'],
  'sample.php': [
    'method',
    'retry',
    18,
    'public function retry(Job $job, int $times = 3): bool',
    'Puts a job back.',
    'times',
  ],
  'sample.sh': ['function', 'retry', 6, 'retry()', 'Puts a job back.', ''],
  'Sample.kt': [
    'method',
    'retry',
    10,
    'suspend fun retry(job: T, times: Int = 3): Boolean',
    'Puts a job back.',
    'suspend',
  ],
  'sample.swift': ['method', 'retry', 10, 'func retry(_ job: T, times: Int = 3) -> Bool', 'Puts a job back.', 'times'],
  'sample.scala': ['method', 'retry', 8, 'def retry(job: T, times: Int = 3): Boolean', 'Puts a job back.', 'times'],
  'sample.lua': ['function', 'Queue.retry', 2, 'function Queue.retry(job, times)', 'Puts a job back.', 'times'],
};

test('a search finds them by name, kind, signature and comment', async (context) => {
  const files = Object.fromEntries(Object.keys(FOUND).map((name) => [name, sample(name)]));
  const { root, code } = readProject(context, files);
  for (const [path, [kind, name, line, signature, doc, word]] of Object.entries(FOUND)) {
    await context.test(path, async () => {
      const hits = async (query: string, kinds?: [SymbolKind]) =>
        (await code.ask('search', { root, query, path, ...(kinds === undefined ? {} : { kinds }) })).symbols;
      const of = (symbols: readonly CodeHit[]) => symbols.find((hit) => hit.line === line);
      const byName = of(await hits(name));
      assert.deepEqual([byName?.kind, byName?.name, byName?.signature, byName?.doc], [kind, name, signature, doc]);
      const ofKind = await hits(name, [kind as SymbolKind]);
      assert.ok(ofKind.length > 0 && ofKind.every((hit) => hit.kind === kind));
      assert.equal((await hits(name, ['macro'])).filter((hit) => hit.kind !== 'macro').length, 0);
      assert.equal(of(await hits(doc))?.name, name, doc);
      if (word !== '') assert.equal(of(await hits(word))?.name, name, word);
      const body = await code.ask('unfold', { root, path, symbol: name, line });
      assert.ok(body.text.includes(sample(path).split('\n')[line - 1] ?? ''));
    });
  }
});

/** What a person does to a line, one after the other: each text comes from the one before. */
const CHANGES: readonly ((line: string) => string[])[] = [
  (line) => ['', line],
  (line) => [`${line} `, line],
  () => [],
  (line) => [line.replace(/[a-z]+/i, 'renamed')],
  (line) => [`${line} "é😀`],
  (line) => [line.replace(' "é😀', '')],
  (line) => [`${line} {`],
  (line) => [line.replace(/ \{$/, '')],
];

test('a file that changed since it was read is outlined as it is by itself', async (context) => {
  const { root, code, write } = readProject(context, {});
  let written = 0;
  const outline = async (path: string, text: string): Promise<CodeOutline> => {
    written += 1;
    write(path, text);
    // Two changes in one millisecond would be one.
    utimesSync(join(root, path), written, written);
    return { ...(await code.ask('outline', { root, path })), path: '' };
  };
  for (const name of Object.keys(SAMPLES)) {
    await context.test(name, async () => {
      const lines = sample(name).split('\n');
      for (let at = written % 3; at < sample(name).split('\n').length; at += 3) {
        for (const change of CHANGES) {
          lines.splice(at, 1, ...change(lines[at] ?? ''));
          const text = lines.join('\n');
          assert.deepEqual(await outline(name, text), await outline(`${written}/${name}`, text), text);
        }
      }
    });
  }
});
