import { ConfigError } from '../config-values.ts'

interface Syntax<Flag extends string> {
  /** How the command is called, for the error message. */
  usage: string
  flags: readonly Flag[]
  /** How many words the command takes beside its flags. */
  wordsMax: number
}

/**
 * What was given to one of the operator's commands; throws ConfigError for what it does not know. Attack: a mistyped
 * `--all`, without which an audit of everything that looked at the new rows alone says that the books agree.
 */
export function readOptions<const Flag extends string>(
  given: readonly string[],
  { usage, flags, wordsMax }: Syntax<Flag>,
): { words: string[]; has(flag: Flag): boolean } {
  const known = new Set<string>(flags)
  const unknown = given.find(each => each.startsWith('-') && !known.has(each))
  if (unknown !== undefined) throw new ConfigError(`${unknown} is no option of this command: ${usage}`)
  const words = given.filter(each => !known.has(each))
  const surplus = words[wordsMax]
  if (surplus !== undefined) throw new ConfigError(`${surplus} is too much for this command: ${usage}`)
  return { words, has: flag => given.includes(flag) }
}
