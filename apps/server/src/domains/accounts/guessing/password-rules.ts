import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { messages } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'

/** The future owner of the password; unknown fields are omitted. */
export interface PasswordOwner {
  username?: string
  firstName?: string
  lastName?: string
  email?: string
}

const PART_MIN = 3
/** The text added to a word must be longer than this. */
const ADDED_MAX = 4
const PRODUCT = 'parley'
const LIST = new URL('common-passwords.txt.br', import.meta.url)

const read = (): ReadonlySet<string> =>
  new Set(brotliDecompressSync(readFileSync(LIST)).toString('utf8').split('\n'))
let kept: ReadonlySet<string> | undefined
const common = () => (kept ??= read())

/** Letters that people write as digits and signs. */
const WRITTEN_AS = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
])

/** Refuses, at the field, a password that attackers try first: a common one, or the person's own name. */
export function refuseGuessable(password: string, rule: { owner: PasswordOwner; field: string }): void {
  if (isOwn(password, rule.owner)) throw refuse.fields({ [rule.field]: [messages.passwordOwn] })
  if (isCommon(password)) throw refuse.fields({ [rule.field]: [messages.passwordCommon] })
}

/** On the list, or a word of it with a few characters more, or one repeated pattern. */
export function isCommon(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  return isRepeated(plain) || readings(plain).some(each => common().has(each) || isWordWithLittle(each))
}

/** The person's own names, alone or combined, and otherwise only digits and signs. */
export function isOwn(password: string, owner: PasswordOwner): boolean {
  const own = ownWords(owner)
  return readings(password.normalize('NFKC').toLowerCase()).some(each => {
    let left = each
    for (const word of own) left = left.replaceAll(word, '')
    return left !== each && !/\p{L}{2}/u.test(left)
  })
}

const asRead = (plain: string) => [...plain].map(character => WRITTEN_AS.get(character) ?? character).join('')

/** The password as it is written, and as it may be read. */
const readings = (plain: string) => [plain, asRead(plain)]

function isWordWithLittle(plain: string): boolean {
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return plain.length - word.length <= ADDED_MAX && (common().has(word) || common().has(asRead(word)))
}

/** "aaaaaaaa", "abcabcabc", "12341234". */
function isRepeated(plain: string): boolean {
  return /^(.{1,4}?)\1+$/u.test(plain)
}

function ownWords(owner: PasswordOwner): string[] {
  const [mailbox = '', host = ''] = (owner.email ?? '').split('@')
  const wholes = [owner.username, owner.firstName, owner.lastName, mailbox, host, host.split('.')[0], PRODUCT]
  const words = wholes.flatMap(whole => [whole ?? '', ...(whole ?? '').split(/[^\p{L}\p{N}]+/u)])
  const plain = words.map(word => word.normalize('NFKC').toLowerCase().replace(/\s+/g, ''))
  const long = [...new Set(plain)].filter(word => word.length >= PART_MIN)
  return long.sort((one, other) => other.length - one.length)
}
