import call from './pictures/call.svg?url'
import companionship from './pictures/companionship.svg?url'
import experiences from './pictures/experiences.svg?url'
import help from './pictures/help.svg?url'
import medical from './pictures/medical.svg?url'
import outfit from './pictures/outfit.svg?url'
import time from './pictures/time.svg?url'

export interface Slide {
  picture: string
  caption: string
}

/** The six captions of the pitch, each with its drawing, and the call itself. */
export const SLIDES: readonly Slide[] = [
  { picture: experiences, caption: 'unique experiences' },
  { picture: time, caption: 'time as influencers' },
  { picture: help, caption: 'help on anything!' },
  { picture: medical, caption: 'medical advice' },
  { picture: outfit, caption: 'an outfit rating' },
  { picture: companionship, caption: 'companionship' },
  { picture: call, caption: 'a call with you' },
]
