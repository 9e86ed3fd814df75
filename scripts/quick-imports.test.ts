import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ROOT } from './run-command.ts'

/** Loads the whole server with Node's own resolution, and compares it with the quick one. */
const COMPARE = `
import { registerHooks } from 'node:module'
import { quickImports } from './scripts/quick-imports.ts'
const quick = quickImports()
const wrong = []
let quickly = 0
registerHooks({
  resolve(specifier, context, next) {
    const own = next(specifier, context)
    let isResolved = false
    const answer = quick(specifier, context, () => ((isResolved = true), own))
    if (!isResolved) quickly++
    if (answer.url !== own.url || (answer.format ?? null) !== (own.format ?? null))
      wrong.push([specifier, context.parentURL, answer.url, answer.format, own.url, own.format])
    return own
  },
})
await import('./apps/server/src/composition.ts')
console.log(JSON.stringify({ wrong, quickly }))
process.exit(0)
`

it('quick imports resolve every module of the server to Node’s own path and format', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', COMPARE], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: '' },
  })
  const { wrong, quickly } = JSON.parse(stdout) as { wrong: unknown[]; quickly: number }
  expect(wrong).toEqual([])
  expect(quickly).toBeGreaterThan(1000)
})
