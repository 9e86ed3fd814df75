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
  { picture: experiences, caption: 'unique experiences' },
  { picture: time, caption: 'time as influencers' },
  { picture: help, caption: 'help on anything!' },
  { picture: medical, caption: 'medical advice' },
  { picture: outfit, caption: 'an outfit rating' },
  { picture: companionship, caption: 'companionship' },
]

/** A call as `scripts/render-film.ts` draws it; what the pitch says anyway is its caption. */
export const FILM = { webm: filmWebm, mp4: filmMp4, poster: filmPoster, caption: 'your time' }

export const SLIDES = [...PICTURES, FILM] as const
