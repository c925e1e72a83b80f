/**
 * Globs, for `createExclusion`, of files that contain secrets. Their contents are never stored; that a tool read or
 * wrote them is. A later pattern wins; `!` re-includes.
 */
export const SECRET_FILES: readonly string[] = [
  ...['.env', '.env.*', '*.env', '.envrc', '!.env.example', '!.env.sample', '!.env.template', '!.env.dist'],
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ecdsa_sk', 'id_ed25519', 'id_ed25519_sk', '*.pem', '*.key', '*.ppk'],
  ...['*.p8', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdbx', '*.ovpn', '*.age', '*.agekey'],
  ...['.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.htpasswd', '.git-credentials', '.npmrc', '.pypirc'],
  ...['.dockercfg', '.docker/config.json', '.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml'],
  ...['.aws/credentials', '.azure/', '.config/gcloud/', '.config/gh/hosts.yml', '.config/hub', '.config/rclone/'],
  ...['.boto', '.s3cfg', '.kube/config', 'kubeconfig', '*.kubeconfig', '.vault-token', '.terraformrc'],
  ...['*.tfstate', '*.tfstate.*', '*.tfvars', '!*.example.tfvars', 'application_default_credentials.json'],
  ...['*service-account*.json', '*service_account*.json', 'credentials.json', '.credentials.json'],
  ...['client_secret*.json', 'secrets.json', 'secrets.yml', 'secrets.yaml', 'secrets.toml', 'master.key'],
  ...['.gnupg/', '.password-store/', '.ssh/', '!.ssh/config', '!.ssh/known_hosts', '!.ssh/*.pub'],
  ...['/etc/shadow', '/etc/gshadow', '/proc/*/environ', '.codex/auth.json', '.bash_history', '.zsh_history'],
  ...['.psql_history', '.mysql_history', '.python_history', '.node_repl_history'],
];
