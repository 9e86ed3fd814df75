/** Texts that the pages show and other packages hold: the contract's constants, and the server's refusals. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  OTHER_WORDS,
  REQUIREMENT_WORDS,
} from '../../apps/server/src/domains/payouts/account/requirement-words.ts'
import { PAYOUT_REASONS } from '../../apps/server/src/domains/payouts/payout-reasons.ts'
import { CATEGORIES } from '../../packages/contract/src/categories.ts'
import { EVENT_MONEY_BACK_RULE, QUEUE_MONEY_BACK_RULES } from '../../packages/contract/src/live-events.ts'
import { messages } from '../../packages/contract/src/messages.ts'
import {
  MONEY_BACK_RULE,
  PREPAID_MONEY_BACK_RULE,
  TERMS_SENTENCES,
} from '../../packages/contract/src/rules/call-money.ts'
import { DURATION_UNITS } from '../../packages/contract/src/rules/duration.ts'
import { templates } from '../../packages/contract/src/rules/message-templates.ts'
import { MONEY_BACK_SENTENCES } from '../../packages/contract/src/rules/money-back.ts'

const DOMAINS = 'apps/server/src/domains'
const REFUSALS = 'apps/server/src/core/refusal.ts'
/** `refuse.conflict('This event is over')`. The page shows a text with values in it as the server writes it. */
const REFUSED = /\brefuse\.\w+\(\s*'([^']+)'/g
/** `refuse.fields({ slot: ['Please choose a time in one way alone'] })` */
const REFUSED_FIELD = /\brefuse\.fields\(\{\s*['\w.]+: \['([^']+)'\]/g
const NOT_ALLOWED = /\bnotAllowed: '([^']+)'/g
/** The same texts in a constant of their file: `const OVER = 'The queue is over'`. */
const KEPT = /\bconst ([A-Z_]+) =\s*'([^']+)'/g
/**
 * Files that hold the texts apart from the refusal: `return 'It is too late to move it'`, `begun: 'The call has
 * begun'`.
 */
const REASONS_OF = /(?:move-slot|propose-slots|gift-rules|why-unpaid)\.ts$/
const REASON = /\b(?:return|\w+:) '([A-Z][^']* [^']+)'/g
/** Why a step of a queue is refused. */
const STEP_REFUSED = /\brefused: '([A-Z][^']+)'/g
const DETAIL = /\bdetail(?: =|:) '([^']+)'/g
/** Answers that only other servers read. */
const FOR_MACHINES = /^This uuid was|^This is not a signed event/

async function domainFiles(root: string): Promise<string[]> {
  const entries = await readdir(join(root, DOMAINS), { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile() && /(?<!\.test|\.testing)\.ts$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
}

/** The texts in constants by which a file refuses something. */
async function kept(file: string): Promise<string[]> {
  const code = await readFile(file, 'utf8')
  return [...code.matchAll(KEPT)].flatMap(([, name = '', text = '']) => {
    const isRefusal = new RegExp(`\\b(?:refuse\\.\\w+\\(\\s*|refused: |notAllowed: )${name}\\b`)
    return isRefusal.test(code) ? [text] : []
  })
}

async function said(file: string, pattern: RegExp): Promise<string[]> {
  const code = await readFile(file, 'utf8')
  return [...code.matchAll(pattern)].flatMap(match => match[1] ?? [])
}

/** All of these texts, in no order. */
export async function serverTexts(root: string): Promise<Set<string>> {
  const refused = await Promise.all(
    (await domainFiles(root)).flatMap(file => [
      ...[
        said(file, REFUSED),
        said(file, REFUSED_FIELD),
        said(file, NOT_ALLOWED),
        said(file, STEP_REFUSED),
        kept(file),
      ],
      ...(REASONS_OF.test(file) ? [said(file, REASON)] : []),
    ]),
  )
  return new Set([
    ...Object.values(messages),
    ...Object.values(templates),
    ...CATEGORIES.map(({ name }) => name),
    ...DURATION_UNITS.map(({ name }) => name),
    ...[MONEY_BACK_RULE, PREPAID_MONEY_BACK_RULE, EVENT_MONEY_BACK_RULE],
    ...Object.values(MONEY_BACK_SENTENCES),
    ...Object.values(TERMS_SENTENCES),
    ...Object.values(QUEUE_MONEY_BACK_RULES),
    ...Object.values(PAYOUT_REASONS),
    ...[...REQUIREMENT_WORDS.map(([, words]) => words), OTHER_WORDS],
    ...(await said(join(root, REFUSALS), DETAIL)),
    ...refused.flat().filter(text => !FOR_MACHINES.test(text)),
  ])
}
