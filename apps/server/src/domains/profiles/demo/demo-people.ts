import { influencerStepSchema } from '@parley/contract'
import { withTransaction } from '../../../db/client.ts'
import { type AccountsDeps, createAccount, findUserByUsername } from '../../accounts/public.ts'
import { updateProfile } from '../store.ts'
import { type DemoPerson, FIRST_PEOPLE, MORE_PEOPLE } from './demo-cast.ts'
import { drawPortrait } from './draw-portrait.ts'

/** A demo person's login, which the start prints. */
export interface DemoLogin {
  username: string
  email: string
  password: string
  role: 'Influencer' | 'Fan'
  /** The first page to open. */
  path: string
}

const PASSWORD = 'parley-demo'

/**
 * Creates the missing demo people and marks them as such; answers their logins. Leaves out a name that another person
 * has taken.
 */
export function createDemoPeople(deps: AccountsDeps): Promise<DemoLogin[]> {
  return createMissing(deps, FIRST_PEOPLE)
}

/**
 * The other demo people, whose portraits take some seconds: called after the server is open. Makes nobody else after
 * `stopping` is aborted; the next start makes the rest.
 */
export function createMoreDemoPeople(deps: AccountsDeps, stopping?: AbortSignal): Promise<DemoLogin[]> {
  return createMissing(deps, MORE_PEOPLE, stopping)
}

async function createMissing(
  deps: AccountsDeps,
  people: readonly DemoPerson[],
  stopping?: AbortSignal,
): Promise<DemoLogin[]> {
  const logins: DemoLogin[] = []
  for (const person of people) {
    if (stopping?.aborted) break
    const existing = await findUserByUsername(deps.db, person.username)
    if (existing && !existing.isDemo) continue
    if (!existing) await createDemoPerson(deps, person)
    logins.push(loginOf(person))
  }
  return logins
}

async function createDemoPerson(deps: AccountsDeps, person: DemoPerson): Promise<void> {
  const { username, firstName, lastName, offer, portrait } = person
  const { email, password } = loginOf(person)
  await createAccount(deps, {
    account: { username, first_name: firstName, last_name: lastName, email, password },
    influencer: offer &&
      portrait && { step: influencerStepSchema.parse(offer), file: await drawPortrait(portrait) },
    origin: 'demo',
  })
  const made = offer && (await findUserByUsername(deps.db, username))
  if (!made) return
  const { category } = offer
  await withTransaction(deps.db, tx =>
    updateProfile(tx, { userId: made.id, set: { category }, now: deps.clock.now() }),
  )
}

function loginOf({ username, offer }: DemoPerson): DemoLogin {
  return {
    username,
    email: `${username}@demo.example`,
    password: PASSWORD,
    role: offer ? 'Influencer' : 'Fan',
    path: offer ? `/profile/${username}` : '/login',
  }
}
