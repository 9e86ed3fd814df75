import { isIP } from 'node:net'

/** A wrong or missing setting; its message names the variable and stops the start. */
export class ConfigError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>

/** What a variable is set to; empty is not set, and spaces around a value are a mistake of copying. */
export function given(env: Env, name: string): string | undefined {
  const raw = env[name]
  if (raw === undefined || raw === '') return undefined
  if (raw.trim() === '') throw new ConfigError(`${name} is blank: give it a value or leave it out`)
  if (raw.trim() !== raw) throw new ConfigError(`${name} must not begin or end with a space or a line break`)
  return raw
}

export function wholeNumber(
  env: Env,
  name: string,
  rule: { fallback: number; min: number; max: number },
): number {
  const raw = given(env, name)
  if (raw === undefined) return rule.fallback
  const value = Number(raw)
  if (!/^\d{1,9}$/.test(raw) || value < rule.min || value > rule.max) {
    throw new ConfigError(`${name} must be a whole number from ${rule.min} to ${rule.max}`)
  }
  return value
}

/** Of a percentage with at most two decimals: the hundredths of it. */
export function basisPoints(env: Env, name: string, rule: { fallback: number; max: number }): number {
  const raw = given(env, name) ?? String(rule.fallback)
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(raw) || Number(raw) > rule.max) {
    throw new ConfigError(`${name} must be a number from 0 to ${rule.max} with at most two decimals`)
  }
  return Math.round(Number(raw) * 100)
}

export function url(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const raw = given(env, name)
  if (raw === undefined) return undefined
  const parsed = URL.canParse(raw) ? new URL(raw) : undefined
  if (!parsed || !protocols.includes(parsed.protocol)) {
    throw new ConfigError(
      `${name} must be an address that begins with ${protocols.map(p => `${p}//`).join(' or ')}`,
    )
  }
  return raw
}

export function flag(env: Env, name: string): boolean {
  const raw = given(env, name)
  if (raw === undefined || raw === '0') return false
  if (raw === '1') return true
  throw new ConfigError(`${name} must be 1 or 0`)
}

export function oneOf<V extends string>(
  env: Env,
  name: string,
  rule: { fallback: V; values: readonly V[] },
): V {
  const raw = given(env, name)
  if (raw === undefined) return rule.fallback
  const value = rule.values.find(known => known === raw)
  if (value === undefined) throw new ConfigError(`${name} must be one of ${rule.values.join(', ')}`)
  return value
}

export function ipAddress(env: Env, name: string): string | undefined {
  const raw = given(env, name)
  if (raw !== undefined && isIP(raw) === 0) {
    throw new ConfigError(`${name} must be an IP address, such as 203.0.113.7, not a name`)
  }
  return raw
}

/** The values of the variables when all are set; none set is null, and a part of them a mistake that is named. */
export function together<N extends string>(env: Env, names: readonly N[]): Record<N, string> | null {
  const set = names.filter(name => given(env, name))
  if (set.length === 0) return null
  const missing = names.find(name => !env[name])
  if (missing) throw new ConfigError(`${missing} is missing: ${set[0]} is set`)
  return Object.fromEntries(names.map(name => [name, env[name] ?? ''])) as Record<N, string>
}

/** Throws for the first of these variables that is set, because it has no effect without `main`. */
export function refuseAlone(env: Env, names: readonly string[], main: string): void {
  const alone = names.find(name => given(env, name))
  if (alone) throw new ConfigError(`${main} is missing: ${alone} is set`)
}
