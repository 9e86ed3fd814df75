import type { ClientConfig } from 'pg'

/**
 * How to connect to what a connection string or an embedded Postgres names. Its `sslmode` means what it means to
 * Postgres's own programs, `require` being TLS without a look at the certificate; `pg` by itself reads it otherwise.
 */
export function clientConfigOf(connection: string | ClientConfig): ClientConfig {
  if (typeof connection !== 'string') return connection
  const mode = /[?&]sslmode=([a-z-]+)/.exec(connection)?.[1]
  const isAsPostgresReads =
    mode === undefined || mode === 'no-verify' || /[?&]uselibpqcompat=/.test(connection)
  return { connectionString: isAsPostgresReads ? connection : `${connection}&uselibpqcompat=true` }
}

/** Where a connection leads, without the password, for sentences to the operator. */
export function placeOf(connection: string | ClientConfig): string {
  if (typeof connection !== 'string') return `${connection.host}:${connection.port}`
  const url = URL.parse(connection)
  return url?.searchParams.get('host') ?? url?.host ?? 'an address that cannot be read'
}
