import { expect, it } from 'vitest'
import { checklist } from './checklist.ts'
import { createProgress } from './progress.ts'

const FRESH = { tried: false, shared: false, dismissed: false }
const PROFILE = {
  profile: { picture: '/pictures/1' },
  category: 'games' as const,
  main_session: { amount: '25.00', description: 'Bring a game you lost. We replay it and find the move.' },
}
const open = (steps: ReturnType<typeof checklist>) => steps.filter(step => !step.done).map(step => step.name)

function memory(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

it.each([
  ['a full profile', PROFILE, ['call', 'share']],
  ['no picture', { ...PROFILE, profile: { picture: null } }, ['picture', 'call', 'share']],
  ['no category', { ...PROFILE, category: null }, ['category', 'call', 'share']],
  [
    'few words',
    { ...PROFILE, main_session: { amount: '25.00', description: 'Chess' } },
    ['words', 'call', 'share'],
  ],
] as const)('%s leaves %j... to be done', (_what, profile, names) => {
  expect(open(checklist(profile, FRESH))).toEqual(names)
})

it('a test of the devices and a shared link stay done, for this influencer alone', () => {
  const storage = memory()
  const first = createProgress(storage, 'nora')
  first.mark('tried')
  first.mark('shared')
  expect(open(checklist(PROFILE, createProgress(storage, 'nora').getSnapshot()))).toEqual([])
  expect(createProgress(storage, 'otto').getSnapshot()).toEqual(FRESH)
})

it('a mark notifies listeners once', () => {
  const progress = createProgress(memory(), 'nora')
  let notified = 0
  progress.subscribe(() => notified++)
  progress.mark('dismissed')
  progress.mark('dismissed')
  expect(notified).toBe(1)
})

it.each(['no json', '"text"', 'null', '{"tried":"yes"}'])(
  'with %s in the storage the progress starts again',
  text => {
    expect(createProgress(memory({ 'onboarding:nora': text }), 'nora').getSnapshot()).toEqual(FRESH)
  },
)

it('when storage is refused, the mark lasts for this page', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  const progress = createProgress({ getItem: refuse, setItem: refuse }, 'nora')
  progress.mark('shared')
  expect(progress.getSnapshot().shared).toBe(true)
})
