/**
 * `npm run drill -- queue`: the longest line of a queue, over two processes that die again and again.
 * `npm run drill`: injects one fault at a time into a call that two real processes run on one Postgres, Redis and
 * LiveKit. Prints how long video and clock stopped, what was charged and seen, and the result of the audit. Names
 * narrow it: `npm run drill -- redis-lost postgres-lost`. It is not part of CI.
 */
import { startDrillCall } from '../apps/server/src/testing/drill/drill-call.ts'
import {
  hasInstallation,
  type Installation,
  openPlainInstallation,
} from '../apps/server/src/testing/drill/installation.ts'
import { settledMoney } from '../apps/server/src/testing/drill/settled-money.ts'
import { findServerProgram } from '../apps/server/src/testing/server-programs.ts'
import { FAULTS, type Fault, NOTHING } from './drills/faults.ts'
import { ROOT, showCommand, toolEnv } from './run-command.ts'
import { bundleServer } from './testing/bundle-server.ts'
import { ensureWebBuilt } from './web-build.ts'

/** Paid time starts when both send; their packets arrive a little later, in each interval again. */
const GIVEN_AFTER_SECONDS = 2.5
const AFTERWARDS_SECONDS = 8

const LONGEST_LINE = '500'

/** Runs the test of a line with as many fans as one may have; answers the exit code. */
async function drillQueue(wanted: readonly string[]): Promise<number> {
  if (wanted.length > 1) {
    console.error('The drill of a queue runs alone: npm run drill -- queue.')
    return 1
  }
  if (!findServerProgram('redis-server')) {
    console.error('Redis is needed: npm run servers.')
    return 1
  }
  if (!(await ensureWebBuilt())) return 1
  const env = toolEnv({ SERVER_BUNDLE: await bundleServer(ROOT), QUEUE_FANS: LONGEST_LINE })
  return showCommand(['vitest', 'run', 'apps/server/src/queue-drill.test.ts'], { env })
}

const seconds = (value: number) => value.toFixed(1).padStart(5)

/** Prints the result of one fault; answers whether it passed. */
async function tryFault(fault: Fault): Promise<boolean> {
  console.log(`\n${fault.name}: ${fault.says}`)
  const prepared = await fault.prepare?.()
  if (typeof prepared === 'string') {
    console.log(`  not tried: ${prepared}`)
    return true
  }
  let installation: Installation | undefined
  try {
    installation = await openPlainInstallation(prepared?.settings)
    const call = await startDrillCall(installation, fault.by ?? { fan: 0, influencer: 1 })
    const answered = await fault.happens(installation)
    const stoppedSeconds = typeof answered === 'number' ? answered : 0
    await call.moreOfBoth(AFTERWARDS_SECONDS)
    const figures = await call.finish()
    const { mediaStoodSeconds, clockStoodSeconds, chargedSeconds, bothSeconds, intervals, turnedOut } =
      figures
    const { backPence, duePence } = await settledMoney(installation, { ...call, chargedSeconds })
    const audit = await installation.servers[1].audit()
    const allowed = { ...NOTHING, ...fault.allowed }
    allowed.clockStoodSeconds += stoppedSeconds
    allowed.unpaidSeconds += stoppedSeconds
    if (stoppedSeconds > 0) console.log(`  no process ran for ${seconds(stoppedSeconds)} s`)
    console.log(`  picture stood ${seconds(mediaStoodSeconds)} s, clock ${seconds(clockStoodSeconds)} s`)
    console.log(`  charged ${seconds(chargedSeconds)} s, both seen ${seconds(bothSeconds)} s`)
    console.log(`  went back ${(backPence / 100).toFixed(2)} of ${call.request.amount}`)
    const problems = [
      ...(backPence === duePence ? [] : [`${(duePence / 100).toFixed(2)} should have gone back`]),
      ...(mediaStoodSeconds > allowed.mediaStoodSeconds ? ['the picture stood too long'] : []),
      ...(clockStoodSeconds > allowed.clockStoodSeconds ? ['the clock stood too long'] : []),
      ...(bothSeconds - chargedSeconds > allowed.unpaidSeconds ? ['too much was seen unpaid'] : []),
      ...(chargedSeconds - bothSeconds > GIVEN_AFTER_SECONDS * intervals.length
        ? ['more was charged than seen']
        : []),
      ...(audit.code === 0 ? [] : [`the audit: ${audit.output}`]),
      ...turnedOut.map(why => `somebody was turned out: ${why}`),
    ]
    console.log(
      `  audit ${audit.code === 0 ? 'clean' : 'NOT CLEAN'}; ${problems.length === 0 ? 'passed' : 'FAILED'}`,
    )
    for (const problem of problems) console.log(`  - ${problem}`)
    return problems.length === 0
  } finally {
    await installation?.close()
    await prepared?.undo?.()
  }
}

const wanted = process.argv.slice(2)
if (wanted.includes('queue')) process.exit(await drillQueue(wanted))
const unknown = wanted.filter(name => !FAULTS.some(fault => fault.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no fault ${unknown.join(', ')}. There are: ${FAULTS.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}
if (!hasInstallation) {
  console.error('Postgres, Redis and LiveKit are needed: npm run servers.')
  process.exit(1)
}
if (!(await ensureWebBuilt())) process.exit(1)
const failed: string[] = []
for (const fault of FAULTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const passed = await tryFault(fault).catch(error => {
    console.log(`  FAILED: ${error instanceof Error ? error.message : String(error)}`)
    return false
  })
  if (!passed) failed.push(fault.name)
}
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
