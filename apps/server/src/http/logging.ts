import type { FastifyRequest } from 'fastify'

/** Where lines of the log go. */
export interface LogStream {
  write(line: string): void
}

/** A path without its query string, which may carry tokens, secrets or search words. */
export function pathOnly(url: string): string {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** A path as it may be logged: the address of a private calendar is a secret itself. */
export const loggedPath = (url: string): string =>
  pathOnly(url).replace(/^(\/+calendars\/+).*$/i, '$1(secret)')

/** What is logged of a request: never the query, headers or body. */
export const logSerializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    path: loggedPath(request.url),
    id: request.id,
  }),
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    code: error.code ?? '',
    stack:
      error.stack
        ?.split('\n')
        .filter(line => /^\s+at /.test(line))
        .slice(0, 12)
        .join('\n') ?? '',
    message: safeMessage(error),
    cause:
      error.cause instanceof Error
        ? { type: error.cause.name, message: safeMessage(error.cause) }
        : undefined,
  }),
}

/** Driver errors quote the failed statement with its values: only their first line up to the values is kept. */
function safeMessage(error: Error): string {
  if (error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query')) return 'a query failed'
  return error.message.split('\n')[0]?.slice(0, 300) ?? ''
}
