import { describeSetting, keysByVariable, type SettingState } from '../../config/describe-setting.ts';
import { homePaths } from '../../config/paths.ts';
import type { ProjectKey } from '../../config/project-settings.ts';
import { type Config, resolveHome } from '../../config/resolve-config.ts';
import { readVariable, type SettingValue } from '../../config/setting-value.ts';
import { SETTING_KEYS, type SettingKey } from '../../config/settings.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ProjectConfig } from '../../projects/project-config.ts';
import { plain } from '../render/show.ts';
import type { CliContext, CommandInput, CommandSpec } from '../terminal/command.ts';
import { didYouMean } from '../terminal/nearest-word.ts';
import { actionOf, usage } from '../terminal/options.ts';
import type { Colors } from '../terminal/output.ts';
import { assertPerson } from '../terminal/person-evidence.ts';

const ACTIONS = ['list', 'get', 'set', 'unset', 'edit', 'path', 'schema', 'accept'] as const;

/** No setting, but accepted like one: what stands in `pauses.json`. */
const PAUSES = 'pauses';
/** No setting either: the file by which hooks know whether a tripwire waits. */
const TRIPWIRES = 'tripwires';
/** Nor that: what the file of the project at hand turns off. */
const PROJECT = 'project';

type ShownState = Omit<SettingState, 'from'> & { from: SettingState['from'] | 'project' };

const BY_VARIABLE =
  'A variable counts for commands and for a worker that you start. One that a hook or an agent starts goes by config.json alone.';
const RESTART = 'The worker that runs does not know yet: cairn worker restart';

/** What is said once a person accepted what is no setting. */
const ACCEPTED: Readonly<Record<string, string>> = {
  [PAUSES]: 'The pauses stand as you want them: cairn status',
  [TRIPWIRES]: 'Noted: you know who changed the file of tripwires, which was written again.',
  [PROJECT]: 'What the file of this project turns off is as you want it.',
};

const BY_HAND =
  'Run it in a terminal of your own. Where nobody can: write it into config.json; your next session tells you of it.';

/** `cairn config [ACTION [KEY [VALUE]]]` */
export const configCommand: CommandSpec = {
  name: 'config',
  lists: ['settings'],
  summary: 'show or change settings',
  details:
    'Every setting has a default. config.json in the home overrides it, and an environment variable overrides many of them, for commands and for a worker that you start: one that a hook or an agent starts goes by config.json alone. "set" writes to config.json and keeps the rest of the file, with its comments. "edit" opens it in your editor and takes it over once it is correct. A running worker uses new settings after "cairn worker restart". Only a person, in a terminal outside an agent, can loosen a setting that protects a person (tripwires, privacy, context, models, retention); anyone can tighten one. A project can have a .cairn/config.json at its root, which only narrows: it turns context or recording off there, lowers budgets, excludes files and words, makes tripwires stricter. Until you accept that with "cairn config accept project", a session is told your constraints all the same. If a protection was loosened another way, in the file or by a variable, Cairn tells you at the start of your next sessions until you accept it.\n\nExamples:\n  cairn config set context.startTokens 800\n  cairn config set privacy.excludePaths "**/secret/**,*.pem"\n  cairn config unset context.startTokens\n  cairn config edit',
  arguments: [
    {
      name: 'action',
      help: 'list (default), get, set, unset, edit (in $VISUAL or $EDITOR), path (of the file), schema (JSON schema; "schema project" is that of a project), or accept a protection that was loosened outside Cairn',
      completes: ACTIONS,
    },
    { name: 'key', help: 'the name of the setting', completes: 'setting' },
    { name: 'value', help: 'the new value; separate a list by commas', many: true },
  ],
  async run(input, context) {
    const action = actionOf(input, ACTIONS, { command: 'config', fallback: 'list' });
    if (action === 'list') await list(context);
    else if (action === 'get') await get(keyOf(input, action), context);
    else if (action === 'accept') await accept(input, context);
    else if (action === 'edit') await edit(context);
    else if (action === 'path') showPath(context);
    else if (action === 'schema') await showSchema(input, context);
    else await change(keyOf(input, action), action === 'set' ? valueToSet(input) : undefined, context);
  },
};

async function list(context: CliContext): Promise<void> {
  const { out } = context;
  const config = context.readConfig();
  const project = await projectHere(context, config);
  const settings = SETTING_KEYS.map((key) => stateOf(key, config, project));
  const narrowed = project === undefined ? {} : { project: shortOf(project) };
  out.result({ file: config.paths.config, settings, unknown: config.unknown, ...narrowed }, ({ file, unknown }) => {
    out.print(settings.map((state) => toText(state, out.colors)).join('\n'));
    out.say(`\n${file}`);
    if (keysByVariable(config).length > 0) out.say(BY_VARIABLE);
    for (const key of unknown) out.say(`It also has ${plain(key)}, which is not a setting.`);
    if (project !== undefined) sayProject(project, out);
  });
}

async function get(key: SettingKey, context: CliContext): Promise<void> {
  const config = context.readConfig();
  const state = stateOf(key, config, await projectHere(context, config));
  context.out.result(state, ({ value }) => context.out.print(plain(shown(value))));
  if (state.from === 'env' && key !== 'home') context.out.say(BY_VARIABLE);
}

async function projectHere(context: CliContext, config: Config): Promise<ProjectConfig | undefined> {
  const { projectConfigHere } = await import('../terminal/project-config-here.ts');
  return projectConfigHere(context, config);
}

/** A setting as it holds here: a project's own file goes before all others, since it only narrows them. */
function stateOf(key: SettingKey, config: Config, project: ProjectConfig | undefined): ShownState {
  const value = project?.narrowed[key as ProjectKey];
  const state = describeSetting(key, config);
  return value === undefined ? state : { ...state, value, from: 'project' };
}

/** A project's file as JSON shows it. */
function shortOf({ file, narrowed, ignored, problem }: ProjectConfig) {
  return { file, settings: narrowed, ignored, ...omitUndefined({ problem }) };
}

function sayProject({ file, narrowed, ignored, problem }: ProjectConfig, out: CliContext['out']): void {
  out.say(`\n${plain(file)}${problem === undefined ? '' : ` counts for nothing: it ${problem}.`}`);
  for (const [key, value] of Object.entries(narrowed)) {
    if (!SETTING_KEYS.includes(key as SettingKey)) out.say(`It sets ${key} to ${plain(shown(value))}.`);
  }
  for (const { key, why } of ignored) out.say(`Its ${plain(key)} is ignored: it ${plain(why)}.`);
}

async function change(key: SettingKey, value: SettingValue | undefined, context: CliContext): Promise<void> {
  const { out, json } = context;
  if (key === 'home') throw usage('The home cannot be set in a file that lies in it.', 'export CAIRN_HOME=/path');
  const { changeConfigFile, loosensInFile } = await import('../../setup/change-config-file.ts');
  // Not `readConfig`, which refuses a file that holds a wrong value: this may be what mends it.
  const paths = homePaths(resolveHome(context.io));
  const { userHome } = context.io;
  const loosens = loosensInFile({ home: paths.home, userHome }, key, value);
  if (loosens) assertPerson(context.io, { does: `can loosen ${key}`, fix: BY_HAND });
  changeConfigFile(paths.config, key, value);
  if (loosens) await tellWorker(key, context);
  const state = describeSetting(key, context.readConfig());
  const needsRestart = (await context.findWorker()) !== undefined;
  if (json) return out.json({ ...state, needsRestart });
  out.say(`${key} is ${plain(shown(state.value))}${state.from === 'default' ? ', its default' : ''}.`);
  if (state.from === 'env') out.say(`The variable ${state.env} overrides what stands in ${paths.config}.`);
  if (needsRestart) out.say(RESTART);
}

function showPath({ io, out }: CliContext): void {
  // Not `readConfig`, which refuses a file that holds a wrong value: this is how one finds it.
  out.result({ path: homePaths(resolveHome(io)).config }, ({ path }) => out.print(path));
}

async function showSchema({ args }: CommandInput, { out }: CliContext): Promise<void> {
  if (args[1] !== undefined && args[1] !== 'project')
    throw usage(`The schema of what? "${plain(args[1])}"`, 'cairn config schema project');
  const { settingsSchema } = await import('../../config/settings-schema.ts');
  const { projectSchema } = await import('../../config/project-settings.ts');
  out.result(args[1] === 'project' ? projectSchema() : settingsSchema(), (schema) =>
    out.print(JSON.stringify(schema, null, 2)),
  );
}

/** Opens the settings in the person's editor; what the editor left counts only if it is correct. */
async function edit(context: CliContext): Promise<void> {
  const { io, out, json } = context;
  const { draftConfigFile } = await import('../../setup/edit-config-file.ts');
  const paths = homePaths(resolveHome(io));
  const draft = draftConfigFile(paths.config, { home: paths.home, userHome: io.userHome });
  const code = await context.runHere([...editorOf(io.env), draft.path], io.cwd);
  if (code !== 0) throw new CairnError('cancelled', `The editor ended with ${code}. The settings are as they were.`);
  if (draft.isUnchanged()) {
    draft.discard();
    return out.result({ changed: false }, () => out.say('Nothing changed.'));
  }
  const { loosens } = refusing(() => draft.check(), draft.path);
  const does = `can loosen ${loosens.join(', ')}`;
  if (loosens.length > 0) refusing(() => assertPerson(io, { does, fix: BY_HAND }), draft.path);
  draft.accept();
  for (const key of loosens) await tellWorker(key, context);
  const needsRestart = (await context.findWorker()) !== undefined;
  if (json) return out.json({ changed: true, loosens, needsRestart });
  out.say(`The settings are changed: ${paths.config}`);
  if (needsRestart) out.say(RESTART);
}

/** The words of the person's editor; one with arguments is split at blanks, as git and others do without a shell. */
function editorOf(env: CliContext['io']['env']): string[] {
  const words = (env.VISUAL || env.EDITOR || '').split(/\s+/).filter((word) => word !== '');
  if (words.length > 0) return words;
  throw usage('No editor is known: neither VISUAL nor EDITOR is set.', 'EDITOR=nano cairn config edit');
}

function refusing<Result>(check: () => Result, draft: string): Result {
  try {
    return check();
  } catch (error) {
    const { code, message } = toCairnError(error);
    throw new CairnError(code, `${message} The settings are as they were; what you wrote is in ${draft}.`, {
      fix: 'cairn config edit',
      cause: error,
    });
  }
}

/** Has the worker write down that a person wanted it, so that it is not told as a stranger's change. */
async function tellWorker(key: SettingKey, context: CliContext): Promise<void> {
  try {
    await context.openMemory({ person: true }).settings({ accept: key }, { signal: context.io.signal });
  } catch (error) {
    if (toCairnError(error).code === 'cancelled') throw error;
    context.out.say(
      `It is set. Your next session tells you of it, since the worker did not hear it from you: ${toCairnError(error).message}`,
    );
  }
}

async function accept(input: CommandInput, context: CliContext): Promise<void> {
  const { io, out } = context;
  const [, named] = input.args;
  const said = named !== undefined && Object.hasOwn(ACCEPTED, named) ? ACCEPTED[named] : undefined;
  const setting = said === undefined ? keyOf(input, 'accept') : undefined;
  const key = setting ?? named ?? '';
  assertPerson(io, { does: 'can accept a loosened protection', fix: 'Run it in a terminal of your own.' });
  await context.openMemory({ person: true }).settings({ accept: key }, { signal: io.signal });
  if (setting === undefined) {
    out.result({ key }, () => out.say(`${said}`));
    return;
  }
  const state = describeSetting(setting, context.readConfig());
  out.result(state, ({ value }) => out.say(`${key} is ${plain(shown(value))}, as you want it.`));
}

function keyOf({ args }: CommandInput, action: string): SettingKey {
  const [, word] = args;
  const key = SETTING_KEYS.find((known) => known === word);
  if (key !== undefined) return key;
  const why =
    word === undefined
      ? `What to ${action}?`
      : `There is no setting "${plain(word)}".${didYouMean(word, SETTING_KEYS)}`;
  throw usage(why, 'cairn config list');
}

function valueToSet(input: CommandInput): SettingValue {
  const [, , ...words] = input.args;
  if (words.length > 0) return readValue(keyOf(input, 'set'), words.join(' '));
  throw usage('There is no value to set.', 'cairn config unset KEY sets the default');
}

function readValue(key: SettingKey, text: string): SettingValue {
  try {
    return readVariable(key, text, 'cairn config set');
  } catch (error) {
    const { code, message } = toCairnError(error);
    throw new CairnError(code, message.replace(/^cairn config set: /, ''), { fix: `cairn config get ${key}` });
  }
}

function toText(state: ShownState, colors: Colors): string {
  const { key, value, from, env, allowed, help } = state;
  const places = {
    default: 'default',
    file: 'config.json',
    env: env ?? 'variable',
    project: '.cairn/config.json here',
  };
  const source = places[from];
  const usual = from === 'default' ? '' : `; default ${shown(state.default)}`;
  return `${colors.bold(key)} = ${colors.cyan(plain(shown(value)))} ${colors.dim(`(${source}${usual})`)}\n  ${help} Takes ${allowed}${env === undefined ? '' : `; variable ${env}`}.`;
}

function shown(value: SettingValue): string {
  if (value === '' || (typeof value === 'object' && value.length === 0)) return '(none)';
  return typeof value === 'object' ? value.join(',') : String(value);
}
