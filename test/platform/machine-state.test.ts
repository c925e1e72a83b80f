import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isBatteryLow, isOnMains, processorTimes, shareOfOthers } from '../../src/platform/machine-state.ts';
import { freshHome } from '../support/fresh-home.ts';

/** A folder as Linux has it, one folder a supply and one file a property. */
function supplies(context: TestContext, all: Record<string, Record<string, string>>): string {
  const folder = join(freshHome(context).root, 'power_supply');
  mkdirSync(folder);
  for (const [name, properties] of Object.entries(all)) {
    mkdirSync(join(folder, name));
    for (const [key, value] of Object.entries(properties)) writeFileSync(join(folder, name, key), `${value}\n`);
  }
  return folder;
}

const MAINS = { type: 'Mains', online: '1' };

test('a battery that is nearly empty and not charged is low', (context) => {
  const folder = supplies(context, { AC: MAINS, BAT0: { type: 'Battery', status: 'Discharging', capacity: '19' } });
  assert.equal(isBatteryLow(folder), true);
});

test('one that is charged, or holds enough, is not', (context) => {
  const folder = supplies(context, {
    BAT0: { type: 'Battery', status: 'Charging', capacity: '5' },
    BAT1: { type: 'Battery', status: 'Discharging', capacity: '20' },
  });
  assert.equal(isBatteryLow(folder), false);
});

test('the battery of a mouse is none of the machine', (context) => {
  const mouse = { type: 'Battery', scope: 'Device', status: 'Discharging', capacity: '3' };
  assert.equal(isBatteryLow(supplies(context, { hidpp_battery_0: mouse })), false);
});

test('where nothing is known, it is on mains', (context) => {
  assert.equal(isBatteryLow(supplies(context, { BAT0: { type: 'Battery' } })), false);
  assert.equal(isBatteryLow(join(freshHome(context).root, 'nowhere')), false);
});

test('a machine that draws from no battery is on mains, where the system tells', (context) => {
  const charging = supplies(context, { AC: MAINS, BAT0: { type: 'Battery', status: 'Charging', capacity: '5' } });
  assert.equal(isOnMains(charging, 'linux'), true);
  assert.equal(isOnMains(charging, 'darwin'), false);
});

test('one that draws from a battery is not, however full it is', (context) => {
  const folder = supplies(context, { BAT0: { type: 'Battery', status: 'Discharging', capacity: '99' } });
  assert.equal(isOnMains(folder, 'linux'), false);
});

test('the times of the processors grow', () => {
  const before = processorTimes();
  const end = performance.now() + 200;
  while (performance.now() < end);
  const after = processorTimes();
  assert.ok(after.busy + after.idle > before.busy + before.idle);
});

test('the share of others is what is busy without the caller', () => {
  assert.equal(shareOfOthers({ busy: 100, idle: 100 }, { busy: 200, idle: 200 }, 60), 0.2);
  assert.equal(shareOfOthers({ busy: 0, idle: 0 }, { busy: 10, idle: 90 }, 30), 0);
  assert.equal(shareOfOthers({ busy: 0, idle: 0 }, { busy: 0, idle: 0 }, 0), 1);
});
