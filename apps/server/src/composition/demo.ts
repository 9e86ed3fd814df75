import type { House } from '../composition.ts'

interface DemoLogin {
  email: string
  password: string
  role: string
  path: string
}

/** Makes the demo people once. */
export async function createDemoPeople(_house: House): Promise<DemoLogin[]> {
  return []
}

/** What is printed when the house is open: where to look, how to log in, what to try. */
export function demoGuide(house: House, logins: readonly DemoLogin[]): string {
  const lines = [`Parley is open at ${house.publicOrigin}`]
  for (const login of logins)
    lines.push(`  ${login.role}: ${login.email} / ${login.password} (${house.publicOrigin}${login.path})`)
  return lines.join('\n')
}
