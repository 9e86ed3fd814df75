/** The settings of a file of `NAME=value` lines. */
export function readEnvFile(text: string): Record<string, string> {
  const pairs = text
    .split('\n')
    .filter(line => /^[A-Z]/.test(line))
    .map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  return Object.fromEntries(pairs)
}

/** The names of the environment variables that a compose file uses. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))].sort()
}

const VARIABLE = /\$\{(?<name>\w+)(?::(?<kind>[-?])(?<rest>[^}]*))?\}/g

function fillIn(text: string, env: Readonly<Record<string, string>>): string {
  let filled = text
  for (const { 0: reference, groups } of text.matchAll(VARIABLE)) {
    const value = env[groups?.name ?? ''] || (groups?.kind === '-' ? groups.rest : undefined)
    if (value === undefined) throw new Error(`${groups?.name} is needed and not set`)
    filled = filled.replace(reference, () => value)
  }
  return filled
}

/**
 * A parsed compose file with its `${NAME}`, `${NAME:-else}` and `${NAME:?}` filled in; throws for a required variable
 * that is empty.
 */
export function interpolate<T>(parsed: T, env: Readonly<Record<string, string>>): T {
  return JSON.parse(JSON.stringify(parsed), (_, value) =>
    typeof value === 'string' ? fillIn(value, env) : value,
  ) as T
}
