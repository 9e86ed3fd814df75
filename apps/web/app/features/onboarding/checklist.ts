import type { Influencer } from '@parley/contract'
import { isSomething } from '@parley/contract/money'
import { t } from '../../language/text.ts'
import type { Progress } from './progress.ts'

export type StepName = 'picture' | 'price' | 'words' | 'category' | 'call' | 'share'

export interface Step {
  name: StepName
  title: string
  /** Why the step is useful. */
  text: string
  done: boolean
}

/** A text that explains a call has at least so many characters. */
const WORDS_ENOUGH = 40

type Shown = Pick<Influencer, 'profile' | 'category'> & {
  main_session: Pick<Influencer['main_session'], 'amount' | 'description'>
}

/** The steps that make a profile ready for its first booking, the most useful first. */
export function checklist(influencer: Shown, progress: Progress): readonly Step[] {
  const { profile, main_session: offer, category } = influencer
  return [
    {
      name: 'picture',
      title: t('Add a picture'),
      text: t('People book a face.'),
      done: profile.picture !== null,
    },
    {
      name: 'price',
      title: t('Set your price'),
      text: t('You can change it at any time.'),
      done: isSomething(offer.amount),
    },
    {
      name: 'words',
      title: t('Say what you talk about'),
      text: t('A sentence or two: what will they get out of it?'),
      done: offer.description.trim().length >= WORDS_ENOUGH,
    },
    {
      name: 'category',
      title: t('Choose a category'),
      text: t('It puts you in Explore.'),
      done: category !== null,
    },
    {
      name: 'call',
      title: t('Test your camera and microphone'),
      text: t('One minute now saves the first of a paid call.'),
      done: progress.tried,
    },
    {
      name: 'share',
      title: t('Share your link'),
      text: t('Where your audience already is.'),
      done: progress.shared,
    },
  ]
}
