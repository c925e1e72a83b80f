import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENTS } from '../../src/agents/registry.ts';
import { dayOf } from './session-fixture.ts';

test('every agent of which it is said that a tripwire speaks or refuses hands the call over there', () => {
  for (const { name, capabilities, dialect } of AGENTS) {
    const { speaksOn = [], refusesOn = [] } = dialect ?? {};
    if (dialect === undefined || speaksOn.length + refusesOn.length === 0) continue;
    const day = dayOf(name);
    for (const on of [...speaksOn, ...refusesOn]) {
      assert.ok(capabilities.hooks.includes(on), `${name} is not set up for ${on}`);
      const needs = day
        .filter(({ event }) => event === on)
        .map(({ event, at, payload }) => dialect.readHook(event, payload, { at, delivery: 'd' }).need);
      assert.ok(
        needs.some((need) => need?.call !== undefined),
        `no ${on} of ${name} has a call`,
      );
    }
    for (const on of speaksOn) assert.ok(dialect.reply(on, 'ALARM').includes('ALARM'), `${name} ${on}`);
    for (const on of refusesOn) assert.ok(dialect.reply(on, '', 'REASON').includes('REASON'), `${name} ${on}`);
  }
});

test('an agent that takes no context on an event is asked nothing there but whether a call may run', () => {
  for (const { capabilities, dialect } of AGENTS) {
    for (const on of dialect?.refusesOn ?? []) {
      if (!capabilities.contextOn.includes(on)) assert.equal(dialect?.reply(on, 'ALARM'), '');
    }
  }
});
