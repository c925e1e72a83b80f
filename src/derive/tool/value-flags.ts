// Which flags of a program take the next word, as its own documentation says, so that this word is taken for no operand.

import { wordSet } from '../../core/text/word-set.ts';

const OF_FD = `-e -t -d -E -S -j -c -o --extension --type --max-depth --min-depth --exact-depth --exclude --size --threads --color --owner
  --changed-within --changed-before --newer --older --base-directory --search-path --ignore-file --format --max-results`;
const OF_TERRAFORM = '-state -state-out -backup -var -var-file -target -replace -parallelism -lock-timeout';
const OF_CONDA = '-n -p -c --name --prefix --channel --file';
const OF_GO = '-tags -mod -modfile -ldflags -gcflags -asmflags -p -overlay -pkgdir -toolexec -buildmode -installsuffix';
const OF_SEARCH = '-e -f -m -A -B -C --regexp --file --max-count --after-context --before-context --context';
/** Flags with a value by their program, or by program and subcommand, behind which they may stand anywhere. */
const ANYWHERE = /* @__PURE__ */ flagsOf({
  git: '-C -c --git-dir --work-tree --namespace --config-env --attr-source',
  'git commit': `-m -F -C -c -t --message --file --reuse-message --reedit-message --template --author --date --cleanup --fixup --squash
    --trailer --pathspec-from-file`,
  'git push': '-o --push-option --repo --receive-pack --exec',
  'git clean': '-e --exclude',
  terraform: OF_TERRAFORM,
  tofu: OF_TERRAFORM,
  npm: `-C --prefix -w --workspace --loglevel --registry --cache --userconfig --globalconfig --tag --access --otp --omit --include
    --script-shell --cafile --proxy --https-proxy --noproxy --node-options --before --depth --location --install-strategy
    --fetch-timeout --fetch-retries --maxsockets --user-agent --audit-level --auth-type --cpu --os --libc`,
  'npm exec': '-p --package -c --call',
  'npm x': '-p --package -c --call',
  npx: '-p --package -c --call -w --workspace --cache --registry --loglevel --node-options --prefix',
  pnpm: '-C --dir --filter -F --filter-prod --store-dir --reporter --loglevel --registry --use-node-version --workspace-concurrency',
  'pnpm dlx': '--package --allow-build',
  pnpx: '--package --allow-build',
  yarn: '--cwd --registry --cache-folder --modules-folder --mutex --network-timeout --use-yarnrc',
  'yarn dlx': '-p --package',
  'yarn workspaces': '-j --jobs --from --include --exclude',
  bun: '--cwd --config --registry --env-file --filter -F',
  bunx: '-p --package',
  docker: '-H --host --context --config --log-level --tlscacert --tlscert --tlskey',
  kubectl: `-n -s -v --namespace --server --as --as-group --as-uid --as-user-extra --cache-dir --certificate-authority
    --client-certificate --client-key --cluster --context --kubeconfig --kuberc --password --profile --profile-output
    --request-timeout --tls-server-name --token --user --username --v --vmodule --log-flush-frequency`,
  helm: `-n --namespace --burst-limit --kube-apiserver --kube-as-group --kube-as-user --kube-ca-file --kube-context
    --kube-tls-server-name --kube-token --kubeconfig --description --timeout -f --values --set --set-string --set-file
    --set-json --version --repo --history-max --cascade --qps --registry-config --repository-cache --repository-config`,
  gh: '-R --repo',
  aws: `--profile --region --output --endpoint-url --query --ca-bundle --cli-read-timeout --cli-connect-timeout --color
    --cli-binary-format`,
  gcloud: `--account --billing-project --configuration --flags-file --flatten --format --impersonate-service-account --project
    --access-token-file --trace-token --verbosity`,
  systemctl:
    '-H -M -t -p -n -o -s --host --machine --type --property --lines --output --signal --root --state --job-mode',
  mvn: `-f --file -pl --projects -P --activate-profiles -s --settings -gs --global-settings -t --toolchains -T --threads -l --log-file
    -rf --resume-from -b --builder -D --define`,
  gradle: `-x --exclude-task -p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script --console
    --max-workers --priority --warning-mode --tests -P --project-prop -D --system-prop --include-build --project-cache-dir`,
  just: '-f --justfile -d --working-directory --dotenv-path --dotenv-filename --shell --color -s --show',
  turbo: `-F --filter --concurrency --cache-dir --cwd --env-mode --output-logs --log-order --log-prefix --team --token --api --ui`,
  grep: OF_SEARCH,
  egrep: OF_SEARCH,
  fgrep: OF_SEARCH,
  rg: OF_SEARCH,
  'git grep': OF_SEARCH,
  make: '-E --eval -C -f -I -o -W --directory --file --makefile --include-dir --old-file --assume-old --what-if --new-file --assume-new',
  cargo: '--manifest-path --config --color -C -Z',
  'cargo install': `--path --root --bin --example --version --branch --tag --rev --index --registry --target --target-dir --profile
    -F --features -j --jobs`,
  go: '-C',
  'go test': `${OF_GO} -run -skip -bench -benchtime -blockprofile -count -coverprofile -covermode -coverpkg -cpu -cpuprofile -exec -fuzz
    -fuzztime -list -memprofile -mutexprofile -o -outputdir -parallel -shuffle -timeout -trace -vet`,
  'go build': `${OF_GO} -o`,
  'go run': `${OF_GO} -exec`,
  'go get': '-tags -modfile -ldflags',
  'go install': OF_GO,
  uv: '--directory --project --cache-dir --config-file --color --allow-insecure-host',
  'uv run': `--with --with-editable --with-requirements --extra --group --only-group --no-group --no-extra --env-file --package -p
    --python -w --index --default-index --index-url -i --extra-index-url --find-links -f`,
  uvx: `--from --with --with-editable --with-requirements -p --python -w --index --default-index --index-url -i --extra-index-url
    --env-file --directory --project --cache-dir --config-file`,
  pip: '--cache-dir --cert --log --proxy --python --retries --timeout --trusted-host',
  'pip install': `-r -c -t -i -f -C --requirement --constraint --target --index-url --extra-index-url --find-links --prefix --root
    --src --python-version --platform --implementation --abi --upgrade-strategy --global-option --config-settings --no-binary
    --only-binary --progress-bar --report --root-user-action --use-feature`,
  'uv pip': `-r -c -p -i -f -C -t --requirements --requirement --constraints --constraint --overrides --build-constraints --python
    --target --prefix --index --default-index --index-url --extra-index-url --find-links --extra --group --config-settings
    --no-binary --only-binary --python-version --python-platform --upgrade-package --reinstall-package --exclude-newer
    --index-strategy --keyring-provider --resolution --prerelease --link-mode`,
  fd: OF_FD,
  fdfind: OF_FD,
  poetry: '-C -P --directory --project',
  composer: '-d --working-dir',
  alembic: '-c --config -n --name -x',
  php: '-d -c',
  conda: OF_CONDA,
  mamba: OF_CONDA,
  pipenv: '-r --requirements --python --categories -i --index',
});
const OF_COMPOSE = '-f -p --file --project-name --profile --env-file --project-directory --ansi --progress --parallel';
/** Those that take it only before the subcommand: behind that they mean something else (`docker compose rm -f X`). */
const BEFORE_SUBCOMMAND = /* @__PURE__ */ flagsOf({
  'docker-compose': OF_COMPOSE,
  'docker compose': OF_COMPOSE,
  podman:
    '-c --connection --url --identity --log-level --root --runroot --storage-driver --module --tmpdir --volumepath',
  'podman compose': OF_COMPOSE,
});
/** Flags with a value that stands right behind them, if anywhere: `-uno`. */
const ATTACHED = /* @__PURE__ */ flagsOf({ 'git commit': '-u -S' });

/** What of a command stands before a flag. */
interface FlagPlace {
  program: string;
  operands: readonly string[];
}

/** True for a flag that takes the next word. */
export function takesValue(flag: string, before: FlagPlace): boolean {
  const { program, operands } = before;
  if (isOf(ANYWHERE, flag, before)) return true;
  return operands.length < 2 && BEFORE_SUBCOMMAND.get([program, ...operands].join(' '))?.has(flag) === true;
}

/** Short flags in a bunch without the value that one of them has: of `-uno` of `git commit` only `-u`. */
export function bunchedFlags(bunch: string, before: FlagPlace): string {
  const end = [...bunch].findIndex(
    (letter, i) => i > 0 && (takesValue(`-${letter}`, before) || isOf(ATTACHED, `-${letter}`, before)),
  );
  return end < 0 ? bunch : bunch.slice(0, end + 1);
}

function isOf(table: typeof ANYWHERE, flag: string, { program, operands: [first] }: FlagPlace): boolean {
  return table.get(program)?.has(flag) === true || table.get(`${program} ${first}`)?.has(flag) === true;
}

function flagsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(table).map(([program, flags]) => [program, wordSet(flags)]));
}
