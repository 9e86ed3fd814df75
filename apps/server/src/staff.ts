import { STAFF_ROLES } from '@parley/contract'
import { openInstallation } from './composition/installation.ts'
import { ConfigError, readConfig } from './config.ts'
import { createDatabase, createPool } from './db/client.ts'
import { grantRole, listStaff, revokeRole, StaffCommandError } from './domains/staff/public.ts'
import { loadClock } from './jobs/stored-clock.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => console.error(text),
}
const USAGE = `Say what to do: npm run staff -- grant USERNAME ROLE, -- revoke USERNAME ROLE, or -- list. Roles: ${STAFF_ROLES.join(', ')}`

function readCommand([what, username, role, ...more]: readonly string[]) {
  if (what === 'list' && username === undefined) return { what } as const
  const known = STAFF_ROLES.find(each => each === role)
  if ((what !== 'grant' && what !== 'revoke') || !username || !known || more.length > 0)
    throw new ConfigError(USAGE)
  return { what, username: username.replace(/^@/, '').toLowerCase(), role: known } as const
}

/** `npm run staff -- grant|revoke USERNAME ROLE`, `-- list`: who may work at the desk. */
async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2))
  const { connection, stop } = await openInstallation(
    readConfig({ ...process.env, ALLOW_SANDBOX: '1' }),
    quiet,
  )
  const pool = createPool({ connection, log: quiet, size: 1 })
  try {
    const db = createDatabase(pool)
    if (command.what === 'list') {
      const staff = await listStaff(db)
      for (const { username, role } of staff) console.log(`@${username} ${role}`)
      if (staff.length === 0) console.log('Nobody has a role yet.')
      return
    }
    const { what, username, role } = command
    const change = { username, role, now: (await loadClock(db)).now() }
    if (what === 'grant') await grantRole(db, change)
    else await revokeRole(db, change)
    console.log(
      what === 'grant'
        ? `@${username} is ${role} now, and sets up a second factor before anything else.`
        : `@${username} is not ${role} any more.`,
    )
  } finally {
    await pool.end()
    await stop()
  }
}

main().catch(error => {
  const isOurs = error instanceof ConfigError || error instanceof StaffCommandError
  console.error(isOurs ? error.message : error)
  process.exitCode = 1
})
