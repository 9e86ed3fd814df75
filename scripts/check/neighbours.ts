import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parse } from '@swc/core'
import type { PartResult } from './part.ts'

/** At least this share of the files with a rule has a test beside them. */
const SHARE_MIN = 0.5
const PLACES = [
  'apps/server/src',
  'apps/media/src',
  'apps/web/app',
  'packages/contract/src',
  'packages/stripe-sandbox/src',
]
/** A file with fewer decisions has a default or a guard, not a rule. */
const DECISIONS_MIN = 3
/** Files without rules: tables, wiring, programs, tests and their support, and generated text. */
const NO_RULES =
  /^apps\/server\/src\/(?!config)[\w-]+\.ts$|\/domains\/([\w-]+)\/\1\.ts$|(^|\/)(tables|routes|public|deps|store|index|constants|messages)\.ts$|-(routes|store|mails)\.ts$|\.(test|contract|testing|d)\.ts$|\/(testing|catalogues|migrations)\//
/** A file that imports one of these does I/O. */
const OUTSIDE =
  /^(drizzle-orm|pg|fastify|@fastify|react|react-dom|react-router|ws|ioredis|stripe|sharp|nodemailer|@aws-sdk|@sentry|livekit|node-datachannel|node:(fs|child_process|net|http|https|dgram|stream|worker_threads|sqlite))/
const BROWSER = new Set(['document', 'window', 'localStorage', 'navigator', 'fetch', 'RTCPeerConnection'])
const DECIDING = new Set(['IfStatement', 'ConditionalExpression', 'SwitchCase'])
const COMPARING = new Set(['<', '<=', '>', '>=', '===', '!==', '&&', '||', '??'])

interface Facts {
  decisions: number
  isPure: boolean
  refuses: boolean
}

type Node = { type?: unknown; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Collects the facts of a syntax tree into `facts`. */
function collect(node: Node, facts: Facts): void {
  if (DECIDING.has(String(node.type))) facts.decisions++
  if (node.type === 'BinaryExpression' && COMPARING.has(String(node.operator))) facts.decisions++
  if (node.type === 'AwaitExpression') facts.isPure = false
  if (node.type === 'ImportDeclaration' && !node.typeOnly && isNode(node.source)) {
    if (OUTSIDE.test(String(node.source.value))) facts.isPure = false
  }
  if (node.type === 'Identifier' && BROWSER.has(String(node.value))) facts.isPure = false
  if (node.type === 'Identifier' && ['refuse', 'Refusal', 'ConfigError'].includes(String(node.value))) {
    facts.refuses = true
  }
  for (const below of Object.values(node)) {
    for (const each of Array.isArray(below) ? below : [below]) if (isNode(each)) collect(each, facts)
  }
}

/** Whether a source has a rule: it decides, without I/O or by refusing a person. */
export async function holdsRule(source: string): Promise<boolean> {
  const facts: Facts = { decisions: 0, isPure: true, refuses: false }
  collect({ body: await parse(source, { syntax: 'typescript', target: 'es2022' }) }, facts)
  return facts.decisions >= DECISIONS_MIN && (facts.isPure || facts.refuses)
}

/** Whether one of these names is the test of `file`: `x.test.ts` or `x.races.test.ts` of `x.ts`. */
export const hasNeighbour = (file: string, names: readonly string[]): boolean => {
  const stem = basename(file, '.ts')
  return names.some(name => name.startsWith(`${stem}.`) && /\.test\.tsx?$/.test(name))
}

async function listSources(root: string): Promise<string[]> {
  const found = await Promise.all(
    PLACES.map(async place => {
      // A small project of a test does not have every place.
      const names = await readdir(join(root, place), { recursive: true }).catch(() => [])
      return names.filter(name => name.endsWith('.ts')).map(name => `${place}/${name}`)
    }),
  )
  return found.flat()
}

/** The files that have a rule, and those of them without a test beside them. */
export async function neighboursBelow(root: string): Promise<{ rules: string[]; alone: string[] }> {
  const sources = await listSources(root)
  const rules: string[] = []
  for (const file of sources) {
    if (!NO_RULES.test(file) && (await holdsRule(await readFile(join(root, file), 'utf8')))) rules.push(file)
  }
  const beside = Map.groupBy(sources, file => dirname(file))
  const alone = rules.filter(
    file =>
      !hasNeighbour(
        file,
        (beside.get(dirname(file)) ?? []).map(each => basename(each)),
      ),
  )
  return { rules, alone }
}

/** Checks that at least half of the files with a rule have their test beside them. */
export async function checkNeighbours(root: string): Promise<PartResult> {
  const { rules, alone } = await neighboursBelow(root)
  const has = rules.length - alone.length
  const share = rules.length === 0 ? 1 : has / rules.length
  const wanted = `${has} of ${rules.length} files with a rule have a test beside them`
  const problems = share >= SHARE_MIN ? [] : [`${wanted}, at least half must; without one:`, ...alone]
  return { problems, fact: wanted }
}
