import { msg } from '../../../language/text.ts'
import companionship from '../images/companionship.svg?url'
import experiences from '../images/experiences.svg?url'
import filmMp4 from '../images/film.mp4?url'
import filmWebm from '../images/film.webm?url'
import filmPoster from '../images/film.webp?url'
import help from '../images/help.svg?url'
import medical from '../images/medical.svg?url'
import outfit from '../images/outfit.svg?url'
import time from '../images/time.svg?url'

export interface ImageSlide {
  image: string
  caption: string
}

/** The six captions of the pitch, each with its drawing. */
export const IMAGES: readonly ImageSlide[] = [
  { image: experiences, caption: msg('unique experiences') },
  { image: time, caption: msg('time as influencers') },
  { image: help, caption: msg('help on anything!') },
  { image: medical, caption: msg('medical advice') },
  { image: outfit, caption: msg('an outfit rating') },
  { image: companionship, caption: msg('companionship') },
]

/** The film that `scripts/render-film.ts` draws; its caption is the fixed text of the pitch. */
export const FILM = { webm: filmWebm, mp4: filmMp4, poster: filmPoster, caption: msg('your time') }

export const SLIDES = [...IMAGES, FILM] as const
