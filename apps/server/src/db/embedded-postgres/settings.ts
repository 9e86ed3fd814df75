import { createHash } from 'node:crypto'

/** `test` trades safety against power failure for speed and is for throw-away data alone. */
export type Durability = 'durable' | 'test'

/** Fixed, since it only names the socket file: Postgres listens on no TCP port. */
export const SOCKET_PORT = 5432
export const SUPERUSER = 'postgres'
export const APP_USER = 'parley'
export const APP_DATABASE = 'parley'

/** How the database files are made: locale and user, which stay as long as the files. */
export const INITDB_ARGUMENTS = [
  ...['-U', SUPERUSER, '--auth=trust', '--no-instructions', '--encoding=UTF8'],
  ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
]

const COMMON: Record<string, string> = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  // Relative to the data directory, which only Postgres' user and root can enter.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '64MB',
  io_method: 'sync',
  // Parallel queries need more shared memory than a container has by default.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // Errors go to the client, whose text may quote personal data; the file gets what concerns the server itself.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
}

const DURABILITY: Record<Durability, Record<string, string>> = {
  durable: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  // Two test files may each bring a hundred rivals.
  test: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
}

/** Names what a postmaster runs (program and settings), so that a start knows whether an orphan may be adopted. */
export function clusterName(version: string, durability: Durability): string {
  const text = JSON.stringify([version, COMMON, DURABILITY[durability]])
  return `parley-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

/** The postmaster's command line after `-D <directory>`. */
export function postmasterArguments(version: string, durability: Durability): string[] {
  const settings = {
    ...COMMON,
    ...DURABILITY[durability],
    cluster_name: clusterName(version, durability),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
