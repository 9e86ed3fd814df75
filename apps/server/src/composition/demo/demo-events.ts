import type { Influencer } from '@parley/contract'
import { DAY_MS } from '@parley/contract'
import type { DemoLogin } from '../../domains/profiles/public.ts'
import { DemoCaller } from './demo-caller.ts'

interface DemoEvent {
  host: string
  title: string
  description: string
  amount: string
  minutes: number
  capacity: number
  /** How many days from now, and at what hour of UTC. */
  inDays: number
  atHour: number
}

/** With the undated one of the demo's requests six. */
const EVENTS: readonly DemoEvent[] = [
  {
    host: 'amara-kitchen',
    title: 'Jollof, the long way',
    description: 'I cook, you cook, and nobody burns the bottom. A shopping list comes with your place.',
    amount: '6.00',
    minutes: 75,
    capacity: 80,
    inDays: 2,
    atHour: 18,
  },
  {
    host: 'sofia-songs',
    title: 'A song in sixty minutes',
    description: 'You send the words, I find the chords, and we hear it whole before the hour ends.',
    amount: '4.50',
    minutes: 60,
    capacity: 200,
    inDays: 3,
    atHour: 19,
  },
  {
    host: 'tunde-runs',
    title: 'Stretch before work',
    description: 'Half an hour on the living-room floor, for people who sit all day.',
    amount: '2.00',
    minutes: 30,
    capacity: 300,
    inDays: 1,
    atHour: 7,
  },
  {
    host: 'ruth-railways',
    title: 'The night trains of Europe',
    description: 'Every sleeper that still runs, what it costs, and which berth to ask for.',
    amount: '5.00',
    minutes: 60,
    capacity: 120,
    inDays: 6,
    atHour: 17,
  },
  {
    host: 'hana-draws',
    title: 'Draw your breakfast',
    description: 'A Sunday morning with a pencil. Leave the crumbs where they are.',
    amount: '3.00',
    minutes: 45,
    capacity: 60,
    inDays: 5,
    atHour: 9,
  },
]

/** Announces one event to come for each host who has none, through the running server. */
export async function createDemoEvents(origin: string, logins: readonly DemoLogin[]): Promise<void> {
  const caller = new DemoCaller(origin)
  for (const event of EVENTS) {
    const login = logins.find(each => each.username === event.host)
    if (!login) continue
    await caller.logIn(login)
    await announce(caller, event)
  }
}

async function announce(caller: DemoCaller, event: DemoEvent): Promise<void> {
  const { host, title, description, amount, minutes, capacity } = event
  const page = await caller.send<Influencer>(host, `/api/parley/${host}/`, { method: 'GET' })
  if (page.virtual_events.length > 0) return
  const startsAt = new Date(Date.now() + event.inDays * DAY_MS)
  startsAt.setUTCHours(event.atHour, 0, 0, 0)
  await caller.send<Influencer>(host, `/api/influencer/${host}/`, {
    method: 'PATCH',
    json: {
      virtual_event: {
        uuid: `demo-event-${startsAt.toISOString()}`,
        title,
        description,
        amount,
        duration: minutes * 60,
        duration_display: 2,
        capacity,
        starts_at: startsAt.toISOString(),
      },
    },
  })
}
