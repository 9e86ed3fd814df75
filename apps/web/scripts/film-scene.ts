/**
 * The landing page's film as a drawing that depends on the time: two people in a call, and the ring that shrinks while
 * they talk.
 */

export const FILM_SIDE_PX = 640
export const FILM_SECONDS = 7
export const FRAMES_PER_SECOND = 24

/** What the film's clock counts down, faster than real time between the two moments. */
const CALL_SECONDS = 10 * 60
const TALK_FROM = 0.7
const TALK_UNTIL = 5.9
const RESET_FROM = 6.6

const RING_RADIUS = 66
const RING_LENGTH = 2 * Math.PI * RING_RADIUS

interface Person {
  /** The middle of the frame. */
  x: number
  light: string
  dark: string
  wall: string
  /** The intervals in which this person speaks. */
  speaks: readonly (readonly [number, number])[]
  waveAt: number
  side: 1 | -1
}

const PEOPLE: readonly Person[] = [
  {
    x: 206,
    light: '#ffb38a',
    dark: '#c8371b',
    wall: '#33285e',
    speaks: [
      [0.7, 2.3],
      [3.9, 5.1],
    ],
    waveAt: 5.7,
    side: -1,
  },
  {
    x: 434,
    light: '#8fe0d0',
    dark: '#0c8b86',
    wall: '#1d3a44',
    speaks: [
      [2.4, 3.8],
      [5.0, 5.8],
    ],
    waveAt: 0.5,
    side: 1,
  },
]

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const smooth = (value: number) => clamp(value) ** 2 * (3 - 2 * clamp(value))
/** Rises from 0 to 1 around the middle of a span and falls again. */
const swell = (at: number, from: number, until: number) =>
  Math.min(smooth((at - from) / 0.25), smooth((until - at) / 0.25))
const turns = (at: number, count: number, shift: number) =>
  Math.sin((at / FILM_SECONDS) * count * 2 * Math.PI + shift)
const short = (value: number) => value.toFixed(2)

/** How much of the call is left at a moment of the film, 1 to 0; full again at the end, for the loop. */
function leftAt(at: number): number {
  if (at >= RESET_FROM) return smooth((at - RESET_FROM) / 0.35)
  return 1 - clamp((at - TALK_FROM) / (TALK_UNTIL - TALK_FROM))
}

/** The colours of the countdown in a call. */
function colourOf(left: number): string {
  if (left > 0.5) return 'limegreen'
  return left > 0.25 ? 'orange' : '#ff3b30'
}

function clockText(left: number): string {
  const seconds = Math.round(left * CALL_SECONDS)
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

function ring(at: number): string {
  const left = leftAt(at)
  const closed = swell(at, TALK_UNTIL, RESET_FROM + 0.1)
  const running = 1 - closed
  return `<g transform="translate(320 152)">
    <circle r="${RING_RADIUS}" fill="#0b0a10" fill-opacity=".5" stroke="#fff" stroke-opacity=".16" stroke-width="11"/>
    <circle r="${RING_RADIUS}" fill="none" stroke="${colourOf(left)}" stroke-width="11" stroke-linecap="round" transform="rotate(-90)"
      stroke-dasharray="${short(left * RING_LENGTH)} ${short(RING_LENGTH)}" opacity="${left > 0.002 ? 1 : 0}"/>
    <circle r="${RING_RADIUS}" fill="none" stroke="#f6f4fa" stroke-width="11" opacity="${short(closed)}"/>
    <text y="12.5" text-anchor="middle" opacity="${short(running)}">${clockText(left)}</text>
    <path d="M-22 2l15 15 29-32" fill="none" stroke="#f6f4fa" stroke-width="10" stroke-linecap="round" stroke-linejoin="round" opacity="${short(closed)}"/>
  </g>`
}

function voice(person: Person, at: number, loud: number): string {
  const bars = [0, 1, 2, 3, 4].map(bar => {
    const level = loud * (0.35 + 0.65 * Math.abs(turns(at, 11 + bar * 2, bar * 1.7)))
    const height = 8 + 26 * level
    return `<rect x="${short(person.x - 36 + bar * 16)}" y="${short(474 - height / 2)}" width="8" height="${short(height)}" rx="4" fill="#fff" fill-opacity="${short(0.4 + 0.6 * loud)}"/>`
  })
  return bars.join('')
}

function figure(person: Person, at: number, loud: number): string {
  const sway = turns(at, 2, person.x) * 4
  const nod = loud * turns(at, 9, person.x) * 4
  const wave = swell(at, person.waveAt - 0.5, person.waveAt + 0.7)
  const tilt = person.side * (18 + 16 * turns(at, 14, 0)) * wave
  const handY = 452 - 150 * wave
  const handX = person.x + person.side * 68 + tilt / 4
  return `<g transform="rotate(${short(sway / 2)} ${person.x} 500)">
    <path d="M${person.x - 84} 520c0-84 30-128 84-128s84 44 84 128z" fill="${person.dark}"/>
    <path d="M${person.x + person.side * 58} 470L${short(handX)} ${short(handY)}" stroke="${person.dark}" stroke-width="30" stroke-linecap="round" opacity="${short(smooth(wave * 4))}"/>
    <circle cx="${short(handX)}" cy="${short(handY - 8)}" r="17" fill="${person.light}" opacity="${short(wave)}"/>
    <circle cx="${short(person.x + sway)}" cy="${short(346 + nod)}" r="47" fill="${person.light}"/>
  </g>`
}

function frame(person: Person, at: number): string {
  const loud = Math.max(0, ...person.speaks.map(([from, until]) => swell(at, from, until)))
  const left = person.x - 104
  return `<clipPath id="clip${person.x}"><rect x="${left}" y="250" width="208" height="254" rx="30"/></clipPath>
  <g clip-path="url(#clip${person.x})">
    <rect x="${left}" y="250" width="208" height="254" fill="${person.wall}"/>
    <circle cx="${person.x - person.side * 60}" cy="292" r="78" fill="#fff" fill-opacity=".05"/>
    ${figure(person, at, loud)}
    <rect x="${person.x - 50}" y="452" width="100" height="44" rx="22" fill="#0b0a10" fill-opacity=".55"/>
    ${voice(person, at, loud)}
  </g>
  <rect x="${left}" y="250" width="208" height="254" rx="30" fill="none" stroke="#fff" stroke-opacity="${short(0.16 + 0.6 * loud)}" stroke-width="4"/>`
}

/** The drawing at a moment of the film, in seconds from its start. */
export function filmFrame(at: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FILM_SIDE_PX} ${FILM_SIDE_PX}" width="${FILM_SIDE_PX}" height="${FILM_SIDE_PX}">
  <defs><linearGradient id="room" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#3a2f6b"/><stop offset="1" stop-color="#0b0a10"/></linearGradient></defs>
  <style>text{font:600 37px Geist,sans-serif;fill:#f6f4fa;font-variant-numeric:tabular-nums;letter-spacing:-.5px}</style>
  <rect width="100%" height="100%" fill="url(#room)"/>
  ${PEOPLE.map(person => frame(person, at)).join('')}
  ${ring(at)}
</svg>`
}
