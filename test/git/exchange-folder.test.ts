import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openExchange } from '../../src/git/exchange-folder.ts';
import { isPrivateFolder } from '../../src/platform/files.ts';
import { add, addSettings, exchangeOf, isOfHome, repositories, setting, TEAM } from './exchange-repositories.ts';

suite('a folder of sync in a git repository', () => {
  test('hands on what each home added, also when both did at once', async (t) => {
    const { clone, variables } = repositories(t);
    const [ada, ben] = [clone('ada'), clone('ben')];
    const [ofAda, ofBen] = [exchangeOf(ada, 'h_ada', variables), exchangeOf(ben, 'h_ben', variables)];
    await ofAda.fetch();
    add(ada, 'h_ada', 'one');
    await ofAda.publish();
    add(ben, 'h_ben', 'two');
    await ofBen.publish();
    add(ada, 'h_ada', 'one, more');
    await ofAda.publish();
    await ofBen.fetch();
    assert.equal(readFileSync(join(ben, 'h_ada', '00000001.cairn'), 'utf8'), 'one, more');
    assert.equal(readFileSync(join(ada, 'h_ben', '00000001.cairn'), 'utf8'), 'two');
  });

  test('hands on its own files, whatever an ignore file says of them, and no other', async (t) => {
    const { clone, variables, root, pushed } = repositories(t);
    const folder = clone('ada');
    writeFileSync(join(root, 'ignored'), '*.cairn\n');
    writeFileSync(join(root, '.gitconfig'), `[core]\n\texcludesFile = ${join(root, 'ignored')}\n`);
    writeFileSync(join(folder, '.gitignore'), '*\n');
    writeFileSync(join(folder, 'notes.txt'), 'of somebody else');
    add(folder, 'h_ada', 'one');
    add(folder, 'h_ben', 'not of Ada');
    await exchangeOf(folder, 'h_ada', variables).publish();
    assert.deepEqual(pushed(), ['h_ada/00000001.cairn']);
  });

  test('takes the common file that was pushed first, where two homes made one', async (t) => {
    const { clone, variables } = repositories(t);
    const [ada, ben] = [clone('ada'), clone('ben')];
    for (const [folder, home] of [
      [ada, 'h_ada'],
      [ben, 'h_ben'],
    ] as const) {
      writeFileSync(join(folder, TEAM), `made by ${home}`);
      add(folder, home, 'one');
    }
    await exchangeOf(ada, 'h_ada', variables).publish();
    await exchangeOf(ben, 'h_ben', variables).fetch();
    assert.equal(readFileSync(join(ben, TEAM), 'utf8'), 'made by h_ada');
    await exchangeOf(ben, 'h_ben', variables).publish();
    await exchangeOf(ada, 'h_ada', variables).fetch();
    assert.equal(readFileSync(join(ada, TEAM), 'utf8'), 'made by h_ada');
    assert.equal(readFileSync(join(ada, 'h_ben', '00000001.cairn'), 'utf8'), 'one');
  });

  test('leaves the checkout as git would: on its branch, with nothing changed', async (t) => {
    const { clone, variables, git } = repositories(t);
    const [ada, ben] = [clone('ada'), clone('ben')];
    add(ada, 'h_ada', 'one');
    await exchangeOf(ada, 'h_ada', variables).publish();
    add(ben, 'h_ben', 'two');
    await exchangeOf(ben, 'h_ben', variables).publish();
    await exchangeOf(ada, 'h_ada', variables).fetch();
    for (const folder of [ada, ben]) assert.equal(git('-C', folder, 'status', '--porcelain'), '');
    assert.equal(git('-C', ada, 'rev-parse', 'HEAD'), git('-C', ben, 'rev-parse', 'HEAD'));
  });

  test('goes on after a run that was cancelled while it merged', async (t) => {
    const { clone, variables, root } = repositories(t);
    const [ada, ben] = [clone('ada'), clone('ben')];
    add(ada, 'h_ada', 'one');
    await exchangeOf(ada, 'h_ada', variables).publish();
    add(ben, 'h_ben', 'two');
    const cancel = new AbortController();
    const came = setInterval(() => {
      if (existsSync(join(ben, 'h_ada', '00000001.cairn'))) cancel.abort();
    });
    t.after(() => clearInterval(came));
    const own = () => [join('h_ben', '00000001.cairn')];
    await openExchange({
      folder: ben,
      own,
      common: TEAM,
      isShared: isOfHome,
      variables,
      scratch: join(root, 'scratch'),
      signal: cancel.signal,
    }).fetch();
    await exchangeOf(ben, 'h_ben', variables).publish();
    await exchangeOf(ada, 'h_ada', variables).fetch();
    assert.equal(readFileSync(join(ada, 'h_ben', '00000001.cairn'), 'utf8'), 'two');
  });

  test('own files stay as they are, where somebody removed or changed them while they grew', async (t) => {
    for (const harm of ['remove', 'change'] as const) {
      const { clone, variables, git, pushed } = repositories(t);
      const [ada, stranger] = [clone('ada'), clone('stranger')];
      add(ada, 'h_ada', 'one');
      await exchangeOf(ada, 'h_ada', variables).publish();
      const by = (...words: string[]) => git('-C', stranger, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words);
      by('pull', '-q', 'origin', 'main');
      if (harm === 'remove') by('rm', '-q', 'h_ada/00000001.cairn');
      else add(stranger, 'h_ada', 'of a stranger');
      by('commit', '-qam', 'tidy up');
      by('push', '-q', 'origin', 'HEAD:main');
      add(ada, 'h_ada', 'one, more');
      await exchangeOf(ada, 'h_ada', variables).publish();
      assert.equal(readFileSync(join(ada, 'h_ada', '00000001.cairn'), 'utf8'), 'one, more', harm);
      assert.deepEqual(pushed(), ['h_ada/00000001.cairn'], harm);
      assert.equal(git('-C', ada, 'status', '--porcelain'), '', harm);
    }
  });

  test('runs no hook and no program that the repository names', async (t) => {
    const { clone, variables, root } = repositories(t);
    const folder = clone('ada');
    const mark = join(root, 'ran');
    const program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(program, 0o700);
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'pre-push', 'post-merge', 'pre-merge-commit']) {
      writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`);
      chmodSync(join(folder, '.git', 'hooks', hook), 0o700);
    }
    const config = `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\teditor = ${program}\n[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${program}\n[credential]\n\thelper = ${program}\n`;
    writeFileSync(join(folder, '.git', 'config'), readFileSync(join(folder, '.git', 'config'), 'utf8') + config);
    const exchange = exchangeOf(folder, 'h_ada', variables);
    add(folder, 'h_ada', 'one');
    await exchange.publish();
    await exchange.fetch();
    assert.ok(!existsSync(mark));
  });

  test('runs no filter and no end of a transport that the repository names, and keeps every byte', async (t) => {
    const { clone, variables, root } = repositories(t);
    const [ada, ben] = [clone('ada'), clone('ben')];
    const mark = (name: string): string => join(root, `ran-${name}`);
    const settings = {
      'filter.x.clean': `touch ${mark('clean')}; cat`,
      'filter.x.smudge': `touch ${mark('smudge')}; cat`,
      'merge.x.driver': `touch ${mark('merge')}`,
      'diff.x.command': `touch ${mark('diff')}`,
      'remote.origin.uploadpack': `touch ${mark('uploadpack')}; git-upload-pack`,
      'remote.origin.receivepack': `touch ${mark('receivepack')}; git-receive-pack`,
      'core.alternateRefsCommand': `touch ${mark('alternates')}`,
    };
    const named = Object.entries(settings).map(([key, value]) => setting(key, value));
    for (const folder of [ada, ben]) {
      addSettings(folder, named.join(''));
      mkdirSync(join(folder, '.git', 'info'), { recursive: true });
      writeFileSync(join(folder, '.git', 'info', 'attributes'), '* filter=x merge=x diff=x\n');
      writeFileSync(join(folder, '.gitattributes'), '* text eol=crlf filter=x merge=x ident\n');
    }
    const text = 'one\r\ntwo\n$Id$ three\r\n';
    add(ada, 'h_ada', text);
    await exchangeOf(ada, 'h_ada', variables).publish();
    add(ben, 'h_ben', text);
    await exchangeOf(ben, 'h_ben', variables).publish();
    await exchangeOf(ada, 'h_ada', variables).fetch();
    assert.equal(readFileSync(join(ada, 'h_ben', '00000001.cairn'), 'utf8'), text);
    assert.equal(readFileSync(join(ben, 'h_ada', '00000001.cairn'), 'utf8'), text);
    const ran = readdirSync(root).filter((name) => name.startsWith('ran-'));
    assert.deepEqual(ran, []);
  });

  test('works with a git folder of its own in a folder of the person alone, and leaves none', async (t) => {
    const { clone, variables, root } = repositories(t);
    const folder = clone('ada');
    const scratch = join(root, 'scratch');
    for (const left of ['git-old', 'git-new', 'v24']) mkdirSync(join(scratch, left), { recursive: true });
    utimesSync(join(scratch, 'git-old'), 1, 1);
    add(folder, 'h_ada', 'one');
    const before = process.env.TMPDIR;
    process.env.TMPDIR = join(root, 'none');
    try {
      await exchangeOf(folder, 'h_ada', variables).publish();
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
    assert.deepEqual(readdirSync(scratch).sort(), ['git-new', 'v24']);
  });

  test('runs no proxy that the repository names', async (t) => {
    const { clone, variables, root } = repositories(t);
    const folder = clone('ada');
    const program = join(root, 'proxy');
    writeFileSync(program, `#!/bin/sh\ntouch ${root}/ran\n`, { mode: 0o700 });
    addSettings(folder, setting('core.gitProxy', program));
    const config = join(folder, '.git', 'config');
    writeFileSync(config, readFileSync(config, 'utf8').replace(join(root, 'remote.git'), 'git://127.0.0.1:1/x'));
    await assert.rejects(exchangeOf(folder, 'h_ada', variables).fetch(), { code: 'not_running' });
    assert.ok(!existsSync(join(root, 'ran')));
  });

  test('runs the ssh of the person’s own settings, and nothing that the environment names', async (t) => {
    const { clone, variables, root } = repositories(t);
    const folder = clone('ada');
    const program = (name: string): string => {
      const path = join(root, name);
      writeFileSync(path, `#!/bin/sh\ntouch ${path}-ran\nexit 1\n`, { mode: 0o700 });
      return path;
    };
    const settings = join(root, 'xdg', 'git', 'config');
    mkdirSync(join(root, 'xdg', 'git'), { recursive: true });
    writeFileSync(
      settings,
      `[core]\n\tsshCommand = ${program('other')}\n[credential]\n\thelper = ${join(root, 'other')}\n`,
    );
    writeFileSync(
      join(folder, '.git', 'config'),
      `[core]\n\tbare = false\n${setting('remote.origin.url', 'ssh://git@127.0.0.1:1/x.git')}`,
    );
    const set = {
      ...{ GIT_SSH_COMMAND: program('command'), GIT_SSH: program('ssh'), GIT_PROXY_COMMAND: program('proxy') },
      ...{ GIT_ASKPASS: program('askpass'), SSH_ASKPASS: join(root, 'askpass'), GIT_EXEC_PATH: root },
      ...{ GIT_CONFIG_GLOBAL: settings, XDG_CONFIG_HOME: join(root, 'xdg') },
    };
    const fails = () =>
      assert.rejects(exchangeOf(folder, 'h_ada', { ...variables, ...set }).fetch(), { code: 'not_running' });
    await fails();
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('-ran')),
      [],
    );
    writeFileSync(join(root, '.gitconfig'), `[core]\n\tsshCommand = ${program('own')}\n`);
    await fails();
    assert.deepEqual(
      readdirSync(root).filter((name) => name.endsWith('-ran')),
      ['own-ran'],
    );
  });

  test('names neither a token of the address nor a helper of the person in the words of a program', async (t) => {
    const { clone, variables, root, git } = repositories(t);
    const folder = clone('ada');
    const given: string[] = [];
    const server = createServer(({ headers }, response) => {
      given.push(Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString());
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    });
    t.after(() => server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const helper = '!f() { echo username=ada; echo password=of-the-helper; }; f';
    writeFileSync(join(root, '.gitconfig'), setting('credential.helper', helper));
    const real = git('--exec-path').trim();
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin', 'git'), `#!/bin/sh\necho "$@" >>${root}/words\nexec ${real}/git "$@"\n`, {
      mode: 0o700,
    });
    const exchange = exchangeOf(folder, 'h_ada', { ...variables, PATH: `${root}/bin:${variables.PATH}` });
    for (const address of [`http://ada:of-the-address@${host}/"x\\y.git`, `http://${host}/x.git`]) {
      const quoted = address.replaceAll(/[\\"]/g, '\\$&');
      writeFileSync(join(folder, '.git', 'config'), `[core]\n\tbare = false\n${setting('remote.origin.url', quoted)}`);
      await assert.rejects(exchange.fetch(), { code: 'not_running' });
    }
    for (const secret of ['of-the-address', 'of-the-helper']) assert.ok(given.includes(`ada:${secret}`), secret);
    assert.match(readFileSync(join(root, 'words'), 'utf8'), /fetch/);
    assert.doesNotMatch(readFileSync(join(root, 'words'), 'utf8'), /of-the-(?:address|helper)/);
  });

  test('names the keyring of the person by the system, and not by what the environment names', async (t) => {
    const { clone, variables, root } = repositories(t);
    const folder = clone('ada');
    const seen = join(root, 'seen');
    const ssh = join(root, 'ssh');
    writeFileSync(ssh, `#!/bin/sh\nenv >${seen}\nexit 1\n`, { mode: 0o700 });
    writeFileSync(join(root, '.gitconfig'), `[core]\n\tsshCommand = ${ssh}\n`);
    const address = setting('remote.origin.url', 'ssh://git@127.0.0.1:1/x.git');
    writeFileSync(join(folder, '.git', 'config'), `[core]\n\tbare = false\n${address}`);
    const set = { XDG_RUNTIME_DIR: root, DBUS_SESSION_BUS_ADDRESS: `unix:path=${root}/bus`, KRB5CCNAME: root };
    const exchange = exchangeOf(folder, 'h_ada', { ...variables, ...set });
    await assert.rejects(exchange.fetch(), { code: 'not_running' });
    const lines = readFileSync(seen, 'utf8').split('\n');
    const user = process.getuid?.() ?? 0;
    const own = isPrivateFolder(`/run/user/${user}`, user) ? [`XDG_RUNTIME_DIR=/run/user/${user}`] : [];
    assert.deepEqual(
      lines.filter((line) => /^(?:XDG_RUNTIME_DIR|DBUS_SESSION_BUS_ADDRESS|KRB5CCNAME)=/.test(line)),
      own,
    );
  });

  test('says so where there is no checkout, and where the remote cannot be reached', async (t) => {
    const { clone, variables, root } = repositories(t);
    assert.throws(() => exchangeOf(root, 'h_ada', variables), { code: 'unsupported' });
    const folder = clone('ada');
    writeFileSync(
      join(folder, '.git', 'config'),
      `[core]\n\tbare = false\n[remote "origin"]\n\turl = ext::sh -c "touch ${root}/ran"\n`,
    );
    await assert.rejects(exchangeOf(folder, 'h_ada', variables).fetch(), { code: 'not_running' });
    assert.ok(!existsSync(join(root, 'ran')));
  });
});
