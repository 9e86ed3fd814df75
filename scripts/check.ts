/** `npm run check`: all checks that need no running product. Names of parts narrow it: `npm run check -- arrows`. */
import { checkArrows } from './check/arrows.ts'
import { checkCatalogues } from './check/catalogues.ts'
import { checkDeadCode, checkLint, checkTypes } from './check/commands.ts'
import { checkNeighbours } from './check/neighbours.ts'
import type { PartResult } from './check/part.ts'
import { checkText } from './check/text-guards.ts'
import { ROOT } from './run-command.ts'

/** The repository has always had more than this: fewer mean that the reader does not work. */
const LEAST_READ = { modules: 400, typeImports: 250 }

const PARTS: Record<string, () => Promise<PartResult>> = {
  types: () => checkTypes(ROOT),
  lint: () => checkLint(ROOT),
  arrows: () => checkArrows(ROOT, LEAST_READ),
  'dead-code': () => checkDeadCode(ROOT),
  text: () => checkText(ROOT),
  neighbours: () => checkNeighbours(ROOT),
  catalogues: () => checkCatalogues(ROOT),
}

interface Line extends PartResult {
  name: string
  seconds: number
}

async function runPart(name: string, part: () => Promise<PartResult>): Promise<Line> {
  const startMs = performance.now()
  const result = await part().catch(error => ({ problems: [String(error?.stack ?? error)], fact: 'broke' }))
  return { name, ...result, seconds: (performance.now() - startMs) / 1000 }
}

const names = process.argv.slice(2)
const unknown = names.filter(name => !PARTS[name])
if (unknown.length > 0) {
  console.error(
    `No part of the check is called ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`,
  )
  process.exit(2)
}
const lines = await Promise.all(
  Object.entries(PARTS)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([name, part]) => runPart(name, part)),
)
for (const { name, problems } of lines) {
  if (problems.length > 0) console.log(`\n-- ${name}\n${problems.join('\n')}`)
}
console.log('')
for (const { name, problems, fact, seconds } of lines) {
  const verdict = problems.length === 0 ? 'ok' : 'FAILED'
  console.log(`${name.padEnd(11)} ${verdict.padEnd(7)} ${seconds.toFixed(1).padStart(5)} s  ${fact}`)
}
const failed = lines.filter(line => line.problems.length > 0)
console.log(
  failed.length === 0 ? 'check: all good' : `check: ${failed.map(line => line.name).join(', ')} failed`,
)
process.exitCode = failed.length === 0 ? 0 : 1
