import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { isOwnPeer } from '../../../src/platform/process/peer-user.ts';
import { NOBODY, runAs, testWithTwoUsers } from '../../support/two-users.ts';

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, remote: string, { state = '01', uid = 1_000 } = {}): string =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 12345 1 0000000000000000 20 0\n`;
const CONNECTION = { localPort: 0x1e61, remotePort: 0xc001 };
const CLIENT = ['0100007F:C001', '0100007F:1E61'] as const;

const asks = (rows: string, six = ''): boolean =>
  isOwnPeer(CONNECTION, 1_000, (path) => HEAD + (path.endsWith('6') ? six : rows));

test('the end that connected is of this user, of root, or of nobody who counts', () => {
  const ownEnd = row('0100007F:1E61', '0100007F:C001');
  assert.equal(asks(ownEnd + row(...CLIENT)), true);
  assert.equal(asks(ownEnd + row(...CLIENT, { uid: 0 })), true);
  assert.equal(asks(ownEnd + row(...CLIENT, { uid: 0, state: '05' })), false);
  assert.equal(asks(ownEnd + row(...CLIENT, { uid: 1_001 })), false);
  assert.equal(asks(ownEnd), false);
  assert.equal(asks(row('0A00000A:C001', '0100007F:1E61')), false);
  const mapped = ['0000000000000000FFFF00000100007F:C001', '0000000000000000FFFF00000100007F:1E61'] as const;
  assert.equal(asks(ownEnd, row(...mapped)), true);
  assert.equal(asks(ownEnd, row(...mapped, { uid: 7 })), false);
});

test('where the system does not tell, nobody is refused', () => {
  assert.equal(
    isOwnPeer(CONNECTION, 1_000, () => undefined),
    true,
  );
  assert.equal(
    isOwnPeer(CONNECTION, -1, () => HEAD),
    true,
  );
});

async function accepted(context: TestContext, connectTo: (port: number) => void): Promise<Socket> {
  const server = createServer();
  const met = new Promise<Socket>((resolve) => server.once('connection', resolve));
  server.listen(0, '127.0.0.1', () => connectTo((server.address() as { port: number }).port));
  const socket = await met;
  context.after(() => {
    socket.destroy();
    server.close();
  });
  return socket;
}

testWithTwoUsers('a real connection of another user is told from one of this user', async (context) => {
  const stranger = await accepted(context, (port) => {
    runAs(context, NOBODY, `require('node:net').connect(${port}, '127.0.0.1'); setTimeout(() => {}, 600000)`);
  });
  assert.equal(isOwnPeer(stranger, 1), process.platform !== 'linux');
  assert.equal(isOwnPeer(stranger, NOBODY), true);
});
