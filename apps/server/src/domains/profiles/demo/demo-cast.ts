import type { Category } from '@parley/contract'
import type { Portrait } from './draw-portrait.ts'

export interface DemoOffer {
  price: string
  duration: number
  duration_display: number
  description: string
  category: Category
}

export interface DemoPerson {
  username: string
  firstName: string
  lastName: string
  offer: DemoOffer | null
  portrait: Portrait | null
}

const MINUTES = 2
const minutes = (count: number) => ({ duration: count * 60, duration_display: MINUTES })

/** The demo's four logins: they exist before the server opens, since visitors and tests start with them. */
export const FIRST_PEOPLE: readonly DemoPerson[] = [
  {
    username: 'nora-chess',
    firstName: 'Nora',
    lastName: 'Demo',
    offer: {
      price: '25.00',
      ...minutes(15),
      description: 'Bring a game you lost. We replay it together and find the move that turned it.',
      category: 'games',
    },
    portrait: {
      background: ['#d9d2ff', '#8f7ff0'],
      skin: 'porcelain',
      hair: 'bob',
      hairColour: 'copper',
      clothes: 'rollneck',
      clothesColour: '#2f2a55',
      smile: 'soft',
      glasses: 'round',
      freckles: true,
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
      category: 'fashion',
    },
    portrait: {
      background: ['#ffe3d4', '#f39a76'],
      skin: 'peach',
      hair: 'quiff',
      hairColour: 'chestnut',
      clothes: 'blazer',
      clothesColour: '#1f6f6b',
      smile: 'wide',
      beard: 'stubble',
    },
  },
  { username: 'fay-fan', firstName: 'Fay', lastName: 'Demo', offer: null, portrait: null },
  { username: 'finn-fan', firstName: 'Finn', lastName: 'Demo', offer: null, portrait: null },
]

/** People who are added after the server is open, so that Explore has results. */
export const MORE_PEOPLE: readonly DemoPerson[] = [
  {
    username: 'amara-kitchen',
    firstName: 'Amara',
    lastName: 'Demo',
    offer: {
      price: '18.00',
      ...minutes(20),
      description: 'Open your fridge and show me. We find three dinners in it before the time is up.',
      category: 'food',
    },
    portrait: {
      background: ['#ffe9b8', '#f2b544'],
      skin: 'deep',
      hair: 'afro',
      hairColour: 'black',
      clothes: 'blouse',
      clothesColour: '#c8371b',
      smile: 'wide',
      earrings: '#f4c145',
    },
  },
  {
    username: 'kenji-code',
    firstName: 'Kenji',
    lastName: 'Demo',
    offer: {
      price: '40.00',
      ...minutes(30),
      description: 'Share your screen and the bug that ate your week. Two pairs of eyes find it faster.',
      category: 'technology',
    },
    portrait: {
      background: ['#d4f0ee', '#5fb8b2'],
      skin: 'olive',
      hair: 'parted',
      hairColour: 'black',
      clothes: 'crew',
      clothesColour: '#f3efe6',
      smile: 'soft',
    },
  },
  {
    username: 'leila-languages',
    firstName: 'Leila',
    lastName: 'Demo',
    offer: {
      price: '9.50',
      ...minutes(15),
      description: 'Fifteen minutes of Arabic or French at your pace. Mistakes are the point.',
      category: 'learning',
    },
    portrait: {
      background: ['#fde0ea', '#e48aa8'],
      skin: 'honey',
      hair: 'scarf',
      hairColour: 'black',
      clothes: 'crew',
      clothesColour: '#3d5a80',
      smile: 'open',
    },
  },
  {
    username: 'mateo-plants',
    firstName: 'Mateo',
    lastName: 'Demo',
    offer: {
      price: '7.00',
      ...minutes(10),
      description:
        'Point the camera at the plant that is dying. I tell you whether it is water, light or love.',
      category: 'advice',
    },
    portrait: {
      background: ['#dcefd2', '#7fb765'],
      skin: 'honey',
      hair: 'curls',
      hairColour: 'espresso',
      clothes: 'overalls',
      clothesColour: '#4a6fa5',
      smile: 'open',
      beard: 'moustache',
    },
  },
  {
    username: 'priya-pitch',
    firstName: 'Priya',
    lastName: 'Demo',
    offer: {
      price: '60.00',
      ...minutes(30),
      description: 'Pitch me your company. I interrupt where an investor would, and we mend it on the spot.',
      category: 'business',
    },
    portrait: {
      background: ['#e6dcff', '#a083dd'],
      skin: 'brown',
      hair: 'long',
      hairColour: 'black',
      clothes: 'shirt',
      clothesColour: '#f0a202',
      smile: 'open',
      earrings: '#f7dc6f',
    },
  },
  {
    username: 'george-stories',
    firstName: 'George',
    lastName: 'Demo',
    offer: {
      price: '15.00',
      ...minutes(30),
      description: 'Half an hour of good company: a pot of tea, your day, and one story from mine.',
      category: 'company',
    },
    portrait: {
      background: ['#d6e6f7', '#6d9fd1'],
      skin: 'peach',
      hair: 'bald',
      hairColour: 'silver',
      clothes: 'shirt',
      clothesColour: '#6d4c7d',
      smile: 'soft',
      beard: 'full',
      glasses: 'square',
      lines: true,
    },
  },
  {
    username: 'sofia-songs',
    firstName: 'Sofia',
    lastName: 'Demo',
    offer: {
      price: '30.00',
      ...minutes(20),
      description: 'Sing me the verse you are stuck on. We write the next one together, bad rhymes welcome.',
      category: 'music',
    },
    portrait: {
      background: ['#ffdfe0', '#ef8f8f'],
      skin: 'olive',
      hair: 'waves',
      hairColour: 'chestnut',
      clothes: 'blouse',
      clothesColour: '#2d6a4f',
      smile: 'wide',
      earrings: '#ffffff',
    },
  },
  {
    username: 'tunde-runs',
    firstName: 'Tunde',
    lastName: 'Demo',
    offer: {
      price: '22.00',
      ...minutes(20),
      description: 'Your first 10 km, planned backwards from race day. Bring your shoes, I check them too.',
      category: 'fitness',
    },
    portrait: {
      background: ['#cfe8ff', '#4f8fd8'],
      skin: 'deep',
      hair: 'buzz',
      hairColour: 'black',
      clothes: 'hoodie',
      clothesColour: '#e76f51',
      smile: 'wide',
      beard: 'full',
    },
  },
  {
    username: 'hana-draws',
    firstName: 'Hana',
    lastName: 'Demo',
    offer: {
      price: '12.00',
      ...minutes(15),
      description: 'Draw with me. You bring a pencil and a cup, I bring the shadow that makes it round.',
      category: 'creative',
    },
    portrait: {
      background: ['#fff0d8', '#f5b27a'],
      skin: 'porcelain',
      hair: 'bun',
      hairColour: 'black',
      clothes: 'overalls',
      clothesColour: '#7a4f9a',
      smile: 'soft',
    },
  },
  {
    username: 'ruth-railways',
    firstName: 'Ruth',
    lastName: 'Demo',
    offer: {
      price: '20.00',
      ...minutes(25),
      description:
        'Europe by train, from your door: where to change, where to sleep, which seat has the sea.',
      category: 'travel',
    },
    portrait: {
      background: ['#e2f2e9', '#74b49a'],
      skin: 'porcelain',
      hair: 'bob',
      hairColour: 'silver',
      clothes: 'blazer',
      clothesColour: '#a23b5b',
      smile: 'open',
      glasses: 'round',
      lines: true,
      earrings: '#d8b25c',
    },
  },
]
