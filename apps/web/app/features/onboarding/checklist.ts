import type { Influencer } from '@parley/contract'
import type { Progress } from './progress.ts'

export type StepName = 'picture' | 'price' | 'words' | 'category' | 'call' | 'share'

export interface Step {
  name: StepName
  title: string
  /** Why it is worth doing. */
  text: string
  done: boolean
}

/** Words that say what a call is about take about this much. */
const WORDS_ENOUGH = 40

type Shown = Pick<Influencer, 'profile' | 'category'> & {
  main_session: Pick<Influencer['main_session'], 'amount' | 'description'>
}

/** What makes a profile ready for its first booking, in the order in which it is worth doing. */
export function checklist(influencer: Shown, progress: Progress): readonly Step[] {
  const { profile, main_session: offer, category } = influencer
  return [
    {
      name: 'picture',
      title: 'Add a picture',
      text: 'People book a face.',
      done: profile.picture !== null,
    },
    {
      name: 'price',
      title: 'Set your price',
      text: 'You can change it at any time.',
      done: Number(offer.amount) > 0,
    },
    {
      name: 'words',
      title: 'Say what you talk about',
      text: 'A sentence or two: what will they get out of it?',
      done: offer.description.trim().length >= WORDS_ENOUGH,
    },
    {
      name: 'category',
      title: 'Choose a category',
      text: 'It puts you in Explore.',
      done: category !== null,
    },
    {
      name: 'call',
      title: 'Test your camera and microphone',
      text: 'One minute now saves the first of a paid call.',
      done: progress.tried,
    },
    {
      name: 'share',
      title: 'Share your link',
      text: 'Where your audience already is.',
      done: progress.shared,
    },
  ]
}
