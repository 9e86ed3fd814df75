import { msg } from '../../language/text.ts'
import companionship from './pictures/companionship.svg?url'
import experiences from './pictures/experiences.svg?url'
import filmMp4 from './pictures/film.mp4?url'
import filmWebm from './pictures/film.webm?url'
import filmPoster from './pictures/film.webp?url'
import help from './pictures/help.svg?url'
import medical from './pictures/medical.svg?url'
import outfit from './pictures/outfit.svg?url'
import time from './pictures/time.svg?url'

export interface PictureSlide {
  picture: string
  caption: string
}

/** The six captions of the pitch, each with its drawing. */
export const PICTURES: readonly PictureSlide[] = [
  { picture: experiences, caption: msg('unique experiences') },
  { picture: time, caption: msg('time as influencers') },
  { picture: help, caption: msg('help on anything!') },
  { picture: medical, caption: msg('medical advice') },
  { picture: outfit, caption: msg('an outfit rating') },
  { picture: companionship, caption: msg('companionship') },
]

/** The film that `scripts/render-film.ts` draws; its caption is the fixed text of the pitch. */
export const FILM = { webm: filmWebm, mp4: filmMp4, poster: filmPoster, caption: msg('your time') }

export const SLIDES = [...PICTURES, FILM] as const
