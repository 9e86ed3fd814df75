import sharp from 'sharp'
import { drawHair, type HairStyle } from './hair.ts'

/** A drawn portrait of an invented person: it shows no real face and needs no licence. */
export interface Portrait {
  /** Two colours of the background. */
  background: readonly [light: string, deep: string]
  skin: Skin
  hair: HairStyle
  hairColour: HairColour
  clothes: 'blazer' | 'blouse' | 'crew' | 'hoodie' | 'overalls' | 'rollneck' | 'shirt'
  clothesColour: string
  smile: 'open' | 'soft' | 'wide'
  beard?: 'full' | 'stubble' | 'moustache'
  glasses?: 'round' | 'square'
  earrings?: string
  freckles?: true
  /** An older face: lines at the eyes and the mouth. */
  lines?: true
}

const SKINS = {
  porcelain: { base: '#f8d9c4', shade: '#e9b798', blush: '#f08e7c', lip: '#c65a56' },
  peach: { base: '#f1c3a0', shade: '#dc9f78', blush: '#e8796a', lip: '#b84e4a' },
  olive: { base: '#ddab7e', shade: '#c08a5e', blush: '#cf6f55', lip: '#a1483f' },
  honey: { base: '#c68a5b', shade: '#a66d42', blush: '#bd5c45', lip: '#8f3d38' },
  brown: { base: '#96613d', shade: '#784a2b', blush: '#a04a38', lip: '#75312f' },
  deep: { base: '#6b4229', shade: '#51301c', blush: '#83382b', lip: '#5d2426' },
} as const
type Skin = keyof typeof SKINS

const HAIR_COLOURS = {
  black: ['#25202b', '#17131c'],
  espresso: ['#43291f', '#2f1c15'],
  chestnut: ['#7a4526', '#5c3219'],
  copper: ['#b9562a', '#95411d'],
  blond: ['#dcae63', '#bd8d45'],
  silver: ['#c9c6cf', '#a5a1ae'],
  plum: ['#5c3566', '#44264d'],
  teal: ['#1f7a74', '#165b57'],
  rose: ['#d9809a', '#bb5f7c'],
} as const
type HairColour = keyof typeof HAIR_COLOURS

const INK = '#221a24'

function mixed(colour: string, by: number): string {
  const parts = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  const moved = parts.map(part => Math.round(by < 0 ? part * (1 + by) : part + (255 - part) * by))
  return `#${moved.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

const SHOULDERS = 'M36 400c4-56 34-84 84-96 22-5 38-12 46-24h68c8 12 24 19 46 24 50 12 80 40 84 96z'

const clothes: Record<Portrait['clothes'], (colour: string, dark: string, light: string) => string> = {
  crew: (colour, dark) => `<path fill="${colour}" d="${SHOULDERS}"/>
    <path fill="none" stroke="${dark}" stroke-width="9" stroke-linecap="round" d="M158 288c10 34 74 34 84 0"/>`,
  rollneck: (colour, dark) => `<path fill="${colour}" d="${SHOULDERS}"/>
    <path fill="${colour}" stroke="${dark}" stroke-width="3" d="M158 258c24 16 60 16 84 0l6 40c-28 20-68 20-96 0z"/>
    <path fill="none" stroke="${dark}" stroke-width="3" opacity=".6" d="M156 280c28 16 60 16 88 0"/>`,
  shirt: (colour, dark, light) => `<path fill="${colour}" d="${SHOULDERS}"/>
    <path fill="${light}" d="M160 276l40 44-34 26-24-50zM240 276l-40 44 34 26 24-50z"/>
    <path fill="none" stroke="${dark}" stroke-width="3" d="M200 322v78"/>
    <g fill="${dark}"><circle cx="200" cy="346" r="4"/><circle cx="200" cy="378" r="4"/></g>`,
  blazer: (colour, dark, light) => `<path fill="${colour}" d="${SHOULDERS}"/>
    <path fill="#fffdf8" d="M160 280l40 104 40-104z"/>
    <path fill="${light}" d="M158 278l-26 22 12 40-14 8 66 52h8l-10-24zM242 278l26 22-12 40 14 8-66 52h-8l10-24z"/>
    <path fill="none" stroke="${dark}" stroke-width="3" d="M132 300l12 40-14 8 64 50M268 300l-12 40 14 8-64 50"/>`,
  blouse: (colour, dark, light) => `<path fill="${colour}" d="${SHOULDERS}"/>
    <path fill="SKIN" d="M160 276h80c-4 40-24 66-40 78-16-12-36-38-40-78z"/>
    <path fill="${light}" d="M160 274c-12 10-22 18-34 22 14 30 40 56 72 66 0-4 2-6 2-8-18-18-34-44-40-80zM240 274c12 10 22 18 34 22-14 30-40 56-72 66 0-4-2-6-2-8 18-18 34-44 40-80z"/>
    <path fill="none" stroke="${dark}" stroke-width="3" opacity=".5" d="M200 362v38"/>`,
  hoodie: (colour, dark, light) => `<path fill="${colour}" d="${SHOULDERS}"/>
    <path fill="${dark}" d="M142 296c10-20 24-28 58-28s48 8 58 28c-12 34-36 48-58 48s-46-14-58-48z"/>
    <path fill="SKIN" d="M166 280h68c2 24-14 42-34 42s-36-18-34-42z"/>
    <path fill="none" stroke="${light}" stroke-width="5" stroke-linecap="round" d="M176 338v38M224 338v44"/>`,
  overalls: (colour, dark, light) => `<path fill="#fbf3e6" d="${SHOULDERS}"/>
    <path fill="none" stroke="#e2d3ba" stroke-width="8" d="M160 288c10 30 70 30 80 0"/>
    <path fill="${colour}" d="M118 306l28-8 8 54h92l8-54 28 8-6 94H124z"/>
    <g fill="${light}" stroke="${dark}" stroke-width="2"><circle cx="148" cy="348" r="8"/><circle cx="252" cy="348" r="8"/></g>`,
}

const mouths: Record<Portrait['smile'], (lip: string) => string> = {
  soft: lip =>
    `<path fill="none" stroke="${lip}" stroke-width="6" stroke-linecap="round" d="M178 222c12 11 32 11 44 0"/>`,
  open: lip => `<path fill="#7b2530" d="M172 216c18 7 38 7 56 0-1 20-13 30-28 30s-27-10-28-30z"/>
    <path fill="#fffaf4" d="M175 217c16 6 34 6 50 0-1 6-3 9-5 11-12 4-28 4-40 0-2-2-4-5-5-11z"/>
    <path fill="none" stroke="${lip}" stroke-width="4" stroke-linecap="round" d="M172 216c18 7 38 7 56 0"/>`,
  wide: lip =>
    `<path fill="#fffaf4" stroke="${lip}" stroke-width="5" stroke-linejoin="round" d="M170 214c20 8 40 8 60 0-3 20-16 26-30 26s-27-6-30-26z"/>`,
}

const eye = (x: number, look: string) => `
  <path fill="#fffdf9" d="M${x - 16} 180c4-11 10-15 17-15s12 5 15 15c-5 7-10 9-16 9s-11-2-16-9z"/>
  <circle cx="${x}" cy="178" r="8.5" fill="${look}"/><circle cx="${x}" cy="178" r="4.5" fill="${INK}"/>
  <circle cx="${x + 3}" cy="174" r="2.6" fill="#ffffff"/>
  <path fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round" d="M${x - 16} 180c4-11 10-15 17-15s12 5 15 15"/>`

function glassesOf(kind: NonNullable<Portrait['glasses']>): string {
  const rims =
    kind === 'round'
      ? '<circle cx="171" cy="180" r="27"/><circle cx="229" cy="180" r="27"/>'
      : '<rect x="143" y="158" width="52" height="42" rx="11"/><rect x="205" y="158" width="52" height="42" rx="11"/>'
  return `<g fill="#ffffff" fill-opacity=".16" stroke="${INK}" stroke-width="5">${rims}</g>
    <path fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round" d="M196 176q4-4 8 0M144 174l-12-4M256 174l12-4"/>`
}

function beardOf(kind: NonNullable<Portrait['beard']>, hair: string): string {
  const moustache = `<path fill="${hair}" d="M168 214c6-10 20-12 32-6 12-6 26-4 32 6-10 2-20 1-32-2-12 3-22 4-32 2z"/>`
  if (kind === 'moustache') return moustache
  if (kind === 'stubble')
    return `<path fill="${hair}" opacity=".26" d="M136 196c4 42 30 72 64 72s60-30 64-72c-8 10-20 16-34 14-14-6-46-6-60 0-14 2-26-4-34-14z"/>`
  return `<path fill="${hair}" fill-rule="evenodd" d="M132 184c0 56 26 98 68 98s68-42 68-98c-6 12-16 22-34 22-12-6-56-6-68 0-18 0-28-10-34-22zM172 218c18 6 38 6 56 0-2 20-13 28-28 28s-26-8-28-28z"/>${moustache}`
}

function face(portrait: Portrait): string {
  const skin = SKINS[portrait.skin]
  const [, shade] = HAIR_COLOURS[portrait.hairColour]
  const brow = portrait.hair === 'scarf' ? '#33241f' : shade
  const isFair = portrait.skin === 'porcelain' || portrait.skin === 'peach'
  const look = isFair && portrait.hairColour !== 'black' ? '#4d7a86' : '#5a3622'
  return `
    <g fill="${skin.base}"><ellipse cx="131" cy="186" rx="15" ry="21"/><ellipse cx="269" cy="186" rx="15" ry="21"/></g>
    <g fill="none" stroke="${skin.shade}" stroke-width="4" stroke-linecap="round"><path d="M126 180q8 2 6 14M274 180q-8 2-6 14"/></g>
    <path fill="${skin.base}" d="M132 166c0-58 26-84 68-84s68 26 68 84c0 30-4 52-16 72-12 20-32 32-52 32s-40-12-52-32c-12-20-16-42-16-72z"/>
    <path fill="${skin.shade}" opacity=".28" d="M252 112c10 14 16 32 16 54 0 30-4 52-16 72-12 20-32 32-52 32 32-14 48-46 52-82 2-28 4-52 0-76z"/>
    <g fill="${skin.blush}" opacity=".3"><ellipse cx="155" cy="210" rx="17" ry="11"/><ellipse cx="245" cy="210" rx="17" ry="11"/></g>
    ${portrait.freckles ? `<g fill="${skin.shade}">${FRECKLES.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.2"/>`).join('')}</g>` : ''}
    ${portrait.lines ? `<g fill="none" stroke="${skin.shade}" stroke-width="3" stroke-linecap="round"><path d="M142 190q-4 4-6 10M258 190q4 4 6 10M162 214q-6 8-4 18M238 214q6 8 4 18M172 132q28-8 56 0"/></g>` : ''}
    ${eye(171, look)}${eye(229, look)}
    <g fill="none" stroke="${brow}" stroke-width="7" stroke-linecap="round"><path d="M152 154q18-13 36-4M212 150q18-9 36 4"/></g>
    <path fill="none" stroke="${skin.shade}" stroke-width="5" stroke-linecap="round" d="M203 180c4 10 7 16 3 21-3 3-9 3-13 1"/>`
}

const SIZE_PX = 1200
const FRECKLES = [
  [150, 202],
  [160, 207],
  [170, 203],
  [230, 203],
  [240, 207],
  [250, 202],
] as const

/** The drawing as an SVG of 400 by 400. */
function svgOf(portrait: Portrait): string {
  const skin = SKINS[portrait.skin]
  const [hair, shade] = HAIR_COLOURS[portrait.hairColour]
  const worn = portrait.clothesColour
  const scarf = portrait.hair === 'scarf'
  const head = scarf ? drawHair('scarf', worn, mixed(worn, -0.22)) : drawHair(portrait.hair, hair, shade)
  const [light, deep] = portrait.background
  const body = clothes[portrait.clothes](worn, mixed(worn, -0.28), mixed(worn, 0.16)).replaceAll(
    'SKIN',
    skin.base,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PX}" height="${SIZE_PX}" viewBox="0 0 400 400">
  <defs><radialGradient id="room" cx=".3" cy=".2" r="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></radialGradient></defs>
  <rect width="400" height="400" fill="url(#room)"/>
  <circle cx="320" cy="96" r="120" fill="#ffffff" opacity=".12"/><circle cx="60" cy="330" r="130" fill="#ffffff" opacity=".09"/>
  <g transform="translate(-28 -8) scale(1.14)">
  ${head.back}
  <path fill="${skin.base}" d="M164 230h72v62c-10 22-62 22-72 0z"/>
  <path fill="${skin.shade}" opacity=".75" d="M164 246c20 26 52 26 72 0v18c-20 24-52 24-72 0z"/>
  ${body}
  ${face(portrait)}
  ${portrait.beard ? beardOf(portrait.beard, hair) : ''}
  ${mouths[portrait.smile](skin.lip)}
  ${head.front}
  ${portrait.glasses ? glassesOf(portrait.glasses) : ''}
  ${portrait.earrings && !scarf ? `<g fill="${portrait.earrings}"><circle cx="130" cy="213" r="7"/><circle cx="270" cy="213" r="7"/></g>` : ''}
  </g>
</svg>`
}

/** The drawing as a PNG, which is processed like every upload. */
export async function drawPortrait(portrait: Portrait): Promise<Blob> {
  const png = await sharp(Buffer.from(svgOf(portrait)))
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(png)])
}
