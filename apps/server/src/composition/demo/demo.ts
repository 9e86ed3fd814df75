import type { ParleyServer } from '../../composition.ts'
import { Outage } from '../../core/outage.ts'
import {
  createMoreDemoPeople,
  createDemoPeople as createPeople,
  type DemoLogin,
} from '../../domains/profiles/public.ts'
import { createDemoEvents } from './demo-events.ts'
import { createDemoRequests } from './demo-requests.ts'
import { createDemoTimes } from './demo-times.ts'

/** Makes the demo people once; none when another system fails, such as the one that keeps their pictures. */
export async function createDemoPeople(parley: ParleyServer): Promise<DemoLogin[]> {
  try {
    return await createPeople(parley.domains.accounts)
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    parley.app.log.warn({ err: error }, 'the demo people could not be made')
    return []
  }
}

/**
 * Gives the demo people requests worth looking at, through the running server, then brings the rest of the people and
 * what they announce: their portraits take some seconds. A demo that fails does not close the server. What is not made
 * when `stopping` is aborted is made by the next start.
 */
export async function furnishDemo(
  parley: ParleyServer,
  logins: readonly DemoLogin[],
  stopping: AbortSignal,
): Promise<void> {
  if (logins.length === 0) return
  let more: DemoLogin[] = []
  const steps = [
    async () => void (parley.sandbox && (await createDemoRequests(parley.localOrigin, logins))),
    async () => {
      more = await createMoreDemoPeople(parley.domains.accounts, stopping)
    },
    () => createDemoEvents(parley.localOrigin, more),
    () => createDemoTimes(parley.localOrigin, more),
  ]
  for (const step of steps) {
    if (stopping.aborted) return
    await step().catch(error => {
      // A server that is told to stop answers no calls of the demo.
      if (!stopping.aborted) parley.app.log.warn({ err: error }, 'a part of the demo could not be made')
    })
  }
}

const TRY = [
  'Try: log in as a fan in a private window, open an influencer above, book, and pay with 4242 4242 4242 4242.',
  'Both open the call from there (Start Session), allow camera and microphone, and talk while the server counts.',
  'Demo requests of each kind, made within seconds, wait in Sessions (influencers), in /prepaid (finn-fan) and at the event (fay-fan).',
  'Mails are at /sandbox/mail/, the API at /api/docs. No real money moves. Then: npm run audit',
]

/** The text that the server prints when it listens: addresses, logins, what to try. */
export function demoGuide(parley: ParleyServer, logins: readonly DemoLogin[]): string {
  const lines = [`Parley is open at ${parley.publicOrigin}`]
  for (const login of logins)
    lines.push(`  ${login.role}: ${login.email} / ${login.password} (${parley.publicOrigin}${login.path})`)
  if (logins.length > 0) lines.push(...TRY.map(line => `  ${line}`))
  return lines.join('\n')
}
