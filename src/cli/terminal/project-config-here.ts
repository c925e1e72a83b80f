import type { Config } from '../../config/resolve-config.ts';
import { createProjectConfigs, type ProjectConfig } from '../../projects/project-config.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import type { CliContext } from './command.ts';

/** The settings of the project at hand, read from its own file; `undefined` where it has none. */
export function projectConfigHere({ io }: Pick<CliContext, 'io'>, config: Config): ProjectConfig | undefined {
  const root = createProjectResolver({ userHome: io.userHome, now: io.now })(io.cwd)?.root;
  return createProjectConfigs({ settings: config.settings, home: config.paths.home })(root);
}
