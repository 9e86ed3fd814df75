import type { Category } from '@parley/contract'
import { withTransaction } from '../../db/client.ts'
import { type AccountsDeps, createAccount, findUserByEmail, findUserByUsername } from '../accounts/public.ts'
import { CHESS, drawStillLife, type StillLife, WARDROBE } from './demo-pictures.ts'
import { updateProfile } from './store.ts'

/** A demo person's login, to be printed. */
export interface DemoLogin {
  username: string
  email: string
  password: string
  role: 'Influencer' | 'Fan'
  /** The page to begin at. */
  path: string
}

interface DemoPerson {
  username: string
  firstName: string
  lastName: string
  offer: {
    price: string
    duration: number
    duration_display: number
    description: string
    picture: StillLife
    category: Category
  } | null
}

const PASSWORD = 'parley-demo'

const PEOPLE: readonly DemoPerson[] = [
  {
    username: 'nora-chess',
    firstName: 'Nora',
    lastName: 'Demo',
    offer: {
      price: '25.00',
      duration: 15 * 60,
      duration_display: 2,
      description: 'Bring a game you lost. We replay it together and find the move that turned it.',
      picture: CHESS,
      category: 'games',
    },
  },
  {
    username: 'otto-outfits',
    firstName: 'Otto',
    lastName: 'Demo',
    offer: {
      price: '12.50',
      duration: 90,
      duration_display: 1,
      description: 'An honest outfit rating in ninety seconds. Stand near a window.',
      picture: WARDROBE,
      category: 'fashion',
    },
  },
  { username: 'fay-fan', firstName: 'Fay', lastName: 'Demo', offer: null },
  { username: 'finn-fan', firstName: 'Finn', lastName: 'Demo', offer: null },
]

/** Makes the demo people who are missing, marked as such; their logins. A name somebody else took is left out. */
export async function createDemoPeople(deps: AccountsDeps): Promise<DemoLogin[]> {
  const logins: DemoLogin[] = []
  for (const person of PEOPLE) {
    const existing =
      (await findUserByUsername(deps.db, person.username)) ??
      // Somebody may have changed a demo person's name.
      (await findUserByEmail(deps.db, loginOf(person).email))
    if (existing && !existing.isDemo) continue
    if (!existing) await createDemoPerson(deps, person)
    logins.push({ ...loginOf(person), ...(existing && pathOf(person, existing.username)) })
  }
  return logins
}

async function createDemoPerson(deps: AccountsDeps, person: DemoPerson): Promise<void> {
  const { username, firstName, lastName, offer } = person
  const { email, password } = loginOf(person)
  await createAccount(deps, {
    account: { username, first_name: firstName, last_name: lastName, email, password },
    influencer: offer && { step: offer, file: await drawStillLife(offer.picture) },
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
    email: `${username}@demo.example`,
    password: PASSWORD,
    role: offer ? 'Influencer' : 'Fan',
    ...pathOf({ offer }, username),
  }
}

const pathOf = ({ offer }: Pick<DemoPerson, 'offer'>, username: string) => ({
  username,
  path: offer ? `/profile/${username}` : '/login',
})
