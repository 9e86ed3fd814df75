import type { House } from '../composition.ts'
import { createDemoPeople as createPeople, type DemoLogin } from '../domains/profiles/public.ts'

/** Makes the demo people once. */
export function createDemoPeople(house: House): Promise<DemoLogin[]> {
  return createPeople(house.domains.accounts)
}

/** What is printed when the house is open: where to look, how to log in, what to try. */
export function demoGuide(house: House, logins: readonly DemoLogin[]): string {
  const lines = [`Parley is open at ${house.publicOrigin}`]
  for (const login of logins)
    lines.push(`  ${login.role}: ${login.email} / ${login.password} (${house.publicOrigin}${login.path})`)
  return lines.join('\n')
}
